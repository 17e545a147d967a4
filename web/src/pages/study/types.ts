/** The types of the server's study routes, under the names that the pages use. */
import type { Frame } from "../../wire/api";

export type {
  Chances,
  Digest,
  Frame as ReplayFrame,
  LessonStep as LessonAt,
  Question as Asked,
  Refusal as Refusing,
  Replay as ReplayAbout,
  RuleEntry,
  RulePage,
  ScenarioStep as ScenarioAt,
  StepText,
  TextPart,
  ToldEvent as Told,
  Tutorial as TutorialPage,
} from "../../wire/api";

/** A position with what led to it and what is asked. */
export type Position = Omit<Frame, "place">;
