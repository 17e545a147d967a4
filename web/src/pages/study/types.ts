/** What the study part of the server sends. */
import type { Facts, GameEvent, GameId, Json, View } from "../../lib/types";

export interface RuleEntry {
  id: string;
  tag: string | null;
  text: string;
  source: string;
  ruling: boolean;
  house: boolean;
  checked: boolean;
  /** What stands in the text, and the rule it means. */
  links: Record<string, string>;
  cited_by: string[];
  scenarios: { name: string; title: string }[];
  tests: string[];
  because: string;
}

export interface RulePage {
  game: GameId;
  title: string;
  coverage: { total: number; covered: number; stated: number };
  components: { hash: string; provenance: { seed: number; public: number; house: number } };
  sections: { title: string; rules: RuleEntry[] }[];
}

export interface Asked {
  seat: number;
  id: string;
  kind: string;
  rule: string;
  prompt: string;
  data: Facts;
  moves: { move: string; text: string }[];
  free: string[];
}

export interface Told extends GameEvent {
  text: string;
}

/** A position with what led to it and what is asked. */
export interface Position {
  ply: number;
  view: View;
  events: Told[];
  decisions: Asked[];
}

export interface Refusing {
  move: string;
  rule: string;
  reason: string;
}

export interface StepText {
  kind: "play" | "refuse" | "expect" | "legal" | "see" | "run_to";
  seat?: number;
  move?: string;
  text?: string;
  rule?: string | null;
  facts?: Record<string, Json>;
}

export interface ScenarioAt extends Position {
  title: string;
  game: GameId;
  rules: string[];
  step: number;
  steps: StepText[];
  failed: string | null;
  refusal: Refusing | null;
}

export interface ReplayAbout {
  id: string;
  game: GameId;
  players: number;
  names: string[];
  options: Record<string, string>;
  components: string;
  seed: string;
  last: number;
  moves: [number, string][];
  marks: { ply: number; round: number | string | null; phase: string }[];
  over: boolean;
  scores: number[] | null;
  winners: number[];
  practice: boolean;
}

export interface ReplayFrame extends Position {
  place: number;
}

export interface Digest {
  places: number[];
  series: { key: string; label: string; seats: number[][] }[];
  rounds: { round: number | string | null; place: number; gains: Record<string, number[]> }[];
  jumps: { place: number; seat: number; gain: number; move: string; text: string[]; events: GameEvent[] }[];
}

export interface Chances {
  ready: boolean;
  failed: boolean;
  of: number;
  points: { place: number; chances: number[] }[];
  /** What the draw of a move was worth to each seat, as a part of its chance. */
  draws: { place: number; mover: number; luck: number[] }[];
  turns: { place: number; seat: number; before: number; after: number; luck: number }[];
}

export interface TextPart {
  title: string;
  lines: string[];
}

export interface TutorialPage {
  game: GameId;
  seat: number;
  minutes: number;
  steps: { title: string; say: string; rule: string; moves: number; point: string }[];
  coach: Record<string, string>;
}

export interface LessonAt extends Position {
  step: number;
  made: number;
  finished: boolean;
  done: string;
  next: { move: string; text: string } | null;
  wrong: ({ move: string; legal: boolean; wanted: { move: string; text: string } | null } & Partial<Refusing>) | null;
}
