/** Drawings (game-icons, CC BY 3.0) of uses, facilities and disasters. */
import d1 from "icon:fire";
import d2 from "icon:poison-gas";
import d3 from "icon:river";
import d4 from "icon:raining";
import d5 from "icon:ship-wreck";
import d6 from "icon:oil-drum";
import d7 from "icon:radioactive";
import d8 from "icon:trash-can";
import d9 from "icon:thermometer-hot";
import hospital from "icon:hospital-cross";
import lab from "icon:erlenmeyer";
import locomotive from "icon:steam-locomotive";
import mine from "icon:mining";
import park from "icon:beech";
import person from "icon:person";
import quality from "icon:laurels";
import recycling from "icon:recycle";
import remediation from "icon:sprout";
import bridge from "icon:stone-bridge";
import truck from "icon:truck";

export const USES: Record<string, string> = {
  mine,
  lab,
  hospital,
  worker: person,
  bridge,
  waste_sorting: d8,
  park,
  locomotive,
  garbage_truck: truck,
  recycling,
  remediation,
  quality_of_life: quality,
};
export const DISASTERS: Record<string, string> = { d1, d2, d3, d4, d5, d6, d7, d8, d9 };
