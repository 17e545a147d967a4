/** The emblems of the tracks and the other pictures inside symbols. */
import oak from "icon:oak";
import graduateCap from "icon:graduate-cap";
import greekTemple from "icon:greek-temple";
import lyre from "icon:lyre";
import erlenmeyer from "icon:erlenmeyer";
import newspaper from "icon:newspaper";
import factory from "icon:factory";
import stamper from "icon:stamper";
import piggyBank from "icon:piggy-bank";
import fist from "icon:fist";
import chimney from "icon:chimney";
import jesterHat from "icon:jester-hat";
import openBook from "icon:open-book";
import cycle from "icon:cycle";
import strongbox from "icon:strongbox";
import type { TrackName } from "./model";

const face = (mouth: string): string =>
  `<g fill="none" stroke="currentColor" stroke-width="46" stroke-linecap="round"><path d="${mouth}"/></g>` +
  `<circle cx="166" cy="186" r="44" fill="currentColor"/><circle cx="346" cy="186" r="44" fill="currentColor"/>`;

export const SMILE = face("M110 300a160 160 0 0 0 292 0");
export const FROWN = face("M110 400a160 160 0 0 1 292 0");

export const EMBLEMS: Record<TrackName, string> = {
  satisfaction: SMILE,
  science: erlenmeyer,
  culture: lyre,
  politics: greekTemple,
  environment: oak,
  school: graduateCap,
  bank: piggyBank,
  press: newspaper,
  industry: factory,
  office: stamper,
};

export const REVOLT = fist;
export const POLLUTION = chimney;
export const JOKER = jesterHat;
export const BOOK = openBook;
export const REFRESH = cycle;
export const VAULT = strongbox;
export const FACTORY = factory;
export const FLAG = `<path fill="currentColor" d="M70 20h58v30h330l-84 118 84 118H128v206H70z"/>`;
export { default as HOURGLASS } from "icon:hourglass";
