/** This game's own words on the screen. */
import { t } from "../../lib/messages";
import type { Facts } from "../../lib/types";

export const say = (key: string, facts: Facts = {}): string => t(`twentieth_century.${key}`, facts);
export const ROMAN = ["", "I", "II", "III", "IV", "V", "VI"];
