/** What goods, categories and the little signs of effects look like: a shape, a colour and a drawing each, never colour alone. */
import ammo from "icon:heavy-bullets";
import biohazard from "icon:biohazard";
import brick from "icon:brick-wall";
import broom from "icon:broom";
import crate from "icon:wooden-crate";
import cycle from "icon:cycle";
import defence from "icon:shield";
import fist from "icon:mailed-fist";
import fuel from "icon:jerrycan";
import gate from "icon:open-gate";
import gun from "icon:revolver";
import hammer from "icon:claw-hammer";
import hands from "icon:shaking-hands";
import iron from "icon:cog";
import liberty from "icon:liberty-wing";
import mirror from "icon:mirror-mirror";
import robber from "icon:robber";
import star from "icon:round-star";
import tow from "icon:convergence-target";
import trowel from "icon:trowel";
import worker from "icon:meeple";

/** Drawn by us: a card's frame with a diamond, still clear at 12 px. */
const card =
  '<path fill="currentColor" d="M80 16h352v480H80zm56 56v368h240V72zM256 128l84 128l-84 128l-84-128z" fill-rule="evenodd"/>';

/** Any of the four basic resources: four quarters. */
const any =
  '<path fill="#e0a92c" d="M-102-102h358v358h-358z"/><path fill="#6f8a99" d="M256-102h358v358H256z"/>' +
  '<path fill="#4b4238" d="M-102 256h358v358h-358z"/><path fill="#bb5a35" d="M256 256h358v358H256z"/>' +
  '<path fill="#fff" d="M256 60L310 202L452 256L310 310L256 452L202 310L60 256L202 202z"/>';

export const GOODS = [
  "fuel",
  "iron",
  "gun",
  "brick",
  "ammo",
  "worker",
  "contact_grey",
  "contact_blue",
  "contact_red",
  "contact_multi",
  "development",
  "defence",
] as const;
export const YIELDS = [...GOODS, "card", "vp"] as const;

const CUBE = "M6 2.5h12a3.5 3.5 0 0 1 3.5 3.5v12a3.5 3.5 0 0 1-3.5 3.5H6A3.5 3.5 0 0 1 2.5 18V6A3.5 3.5 0 0 1 6 2.5z";
const DISC = "M12 1.5a10.5 10.5 0 1 0 0 21a10.5 10.5 0 1 0 0-21z";
const SIGN = "M1.5 5A2 2 0 0 1 3.5 3h11.8L23 12l-7.7 9H3.5a2 2 0 0 1-2-2z";
const HEX = "M6.4 2.3h11.2L23.2 12l-5.6 9.7H6.4L.8 12z";
const LEAF = "M6 1h12a2 2 0 0 1 2 2v18a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V3a2 2 0 0 1 2-2z";
const BURST =
  "M12 .6l2.7 2.6l3.6-1l1 3.6l3.6 1l-1 3.6L24 12l-2.1 2.6l1 3.6l-3.6 1l-1 3.6l-3.6-1L12 23.4l-2.7-2.6l-3.6 1l-1-3.6l-3.6-1l1-3.6L0 12l2.1-2.6l-1-3.6l3.6-1l1-3.6l3.6 1z";

export interface Look {
  shape: string;
  icon: string;
  /** Where the drawing sits in the 24 x 24 shape: x, y, size. */
  at: readonly [number, number, number];
}

const MIDDLE = [4.5, 4.5, 15] as const;
const LEFT = [3, 5, 14] as const;

export const looks: Record<string, Look> = {
  fuel: { shape: CUBE, icon: fuel, at: MIDDLE },
  iron: { shape: CUBE, icon: iron, at: MIDDLE },
  gun: { shape: CUBE, icon: gun, at: MIDDLE },
  brick: { shape: CUBE, icon: brick, at: MIDDLE },
  ammo: { shape: CUBE, icon: ammo, at: MIDDLE },
  worker: { shape: DISC, icon: worker, at: [4, 4, 16] },
  contact_grey: { shape: SIGN, icon: hammer, at: LEFT },
  contact_blue: { shape: SIGN, icon: hands, at: LEFT },
  contact_red: { shape: SIGN, icon: fist, at: LEFT },
  contact_multi: { shape: SIGN, icon: cycle, at: LEFT },
  development: { shape: HEX, icon: trowel, at: MIDDLE },
  defence: { shape: HEX, icon: defence, at: MIDDLE },
  card: { shape: LEAF, icon: card, at: [5, 5, 14] },
  any: { shape: CUBE, icon: any, at: MIDDLE },
  vp: { shape: BURST, icon: star, at: [5, 5, 14] },
};

/** Categories share the drawings of goods; these have none. */
export const categories: Record<string, string> = {
  fuel,
  gun,
  iron,
  brick,
  ammo,
  worker,
  card,
  contact: hands,
  victory: star,
  liberty,
  toxic: biohazard,
};

export const signs: Record<string, string> = {
  production: cycle,
  open_production: gate,
  feature: star,
  action: hammer,
  built: hammer,
  deal: hands,
  raze: fist,
  store: crate,
  stock: crate,
  copy: mirror,
  redirect: tow,
  reset: broom,
  steal: robber,
  shield: defence,
  rebuild: trowel,
};
