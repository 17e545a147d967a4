/** The drawings of New Angeles, by slug. */
import android from "icon:android-mask";
import outage from "icon:unplugged";
import illness from "icon:virus";
import development from "icon:cargo-crane";
import humanFirst from "icon:claw-hammer";
import orgcrime from "icon:revolver";
import prisec from "icon:police-badge";
import protest from "icon:megaphone";
import strike from "icon:fist";
import energy from "icon:electric";
import consumables from "icon:meal";
import tech from "icon:processor";
import entertainment from "icon:drama-masks";
import credits from "icon:credits-currency";
import capital from "icon:money-stack";
import construction from "icon:modern-city";
import biotech from "icon:dna2";
import labor from "icon:factory-arm";
import media from "icon:radio-tower";
import security from "icon:handcuffs";
import emergency from "icon:siren";
import threat from "icon:fire";
import globalsec from "icon:eye-shield";
import haas from "icon:robot-helmet";
import jinteki from "icon:bonsai-tree";
import melange from "icon:moon-orbit";
import nbn from "icon:tv";
import weyland from "icon:space-needle";
import federalist from "icon:top-hat";
import claim from "icon:card-pick";
import endOfTurn from "icon:hourglass";
import continuous from "icon:infinity";
import trigger from "icon:ringing-bell";
import exhaust from "icon:clockwise-rotation";
import discard from "icon:card-discard";
import hand from "icon:poker-hand";
import draw from "icon:card-draw";
import trade from "icon:trade";
import promise from "icon:shaking-hands";
import rival from "icon:crosshair";
import investment from "icon:chart";
import contract from "icon:contract";
import peek from "icon:spyglass";
import person from "icon:person";
import support from "icon:vote";

export const ICONS: Record<string, string> = {
  android, outage, illness, development, human_first: humanFirst, orgcrime, prisec, protest, strike,
  protest_strike: strike, energy, consumables, tech, entertainment, credits, capital, construction, biotech, labor, media,
  security, emergency, threat, globalsec, haas_bioroid: haas, jinteki, melange_mining: melange, nbn,
  weyland_consortium: weyland, federalist, claim, end_of_turn: endOfTurn, continuous, trigger, exhaust,
  discard_self: discard, hand, draw, trade, promise, rival, investment, contract, peek, person, support,
}; // prettier-ignore

export const icon = (slug: string): string => ICONS[slug] ?? person;
