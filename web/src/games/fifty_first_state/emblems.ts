/** One emblem for each card and faction, out of game-icons; a card of another component set gets one by its kind. */
import abandonedSuburbs from "icon:damaged-house";
import archive from "icon:archive-research";
import arena from "icon:arena";
import assassin from "icon:hooded-assassin";
import assemblyPlant from "icon:factory-arm";
import bioweaponry from "icon:biohazard";
import boilerRoom from "icon:furnace";
import brickStorage from "icon:brick-pile";
import brickSupplier from "icon:wheelbarrow";
import camp from "icon:camping-tent";
import church from "icon:church";
import cityGuards from "icon:guards";
import clayPit from "icon:clay-brick";
import confessor from "icon:cultist";
import constructionVehicles from "icon:bulldozer";
import convoy from "icon:truck";
import cornerShop from "icon:shop";
import crossroads from "icon:crossroad";
import desertedColony from "icon:desert-camp";
import docks from "icon:harbor-dock";
import excavator from "icon:bucket-wheel-excavator";
import factory from "icon:factory";
import fuelTank from "icon:fuel-tank";
import gasolineCultist from "icon:gas-mask";
import gasolineDrinkersDen from "icon:beer-stein";
import gunShop from "icon:pistol-gun";
import gunsmith from "icon:gun-stock";
import hideout from "icon:cave-entrance";
import hugeMachinery from "icon:gears";
import mercOutpost from "icon:military-fort";
import methaneStorage from "icon:chemical-tank";
import motel from "icon:bed";
import murderersPub from "icon:bowie-knife";
import museum from "icon:greek-temple";
import negotiator from "icon:discussion";
import oilRig from "icon:oil-rig";
import oilTrader from "icon:oil-drum";
import oilmenFortress from "icon:locked-fortress";
import oldCinema from "icon:film-projector";
import parkingLot from "icon:city-car";
import pub from "icon:beer-bottle";
import quarry from "icon:war-pick";
import radioactiveFuel from "icon:radioactive";
import refinery from "icon:refinery";
import rubble from "icon:stone-pile";
import rubbleTrader from "icon:stone-block";
import ruinedLibrary from "icon:bookshelf";
import school from "icon:school-bag";
import scrapMetal from "icon:hexagonal-nut";
import scrapTrader from "icon:monkey-wrench";
import shadow from "icon:shadow-follower";
import sharrash from "icon:rat";
import shelter from "icon:fallout-shelter";
import shipwreck from "icon:ship-wreck";
import skyscraper from "icon:modern-city";
import thievesCaravan from "icon:caravan";
import thievesDen from "icon:domino-mask";
import undergroundWarehouse from "icon:warehouse";
import weaponTrader from "icon:crossed-pistols";
import wreckedTank from "icon:tank";
import blackMarketContacts from "icon:suitcase";
import brickVillage from "icon:huts-village";
import builders from "icon:hammer-nails";
import busStation from "icon:bus-stop";
import carGarage from "icon:home-garage";
import combatZone from "icon:bullet-impacts";
import courthouse from "icon:gavel";
import disassemblyWorkshop from "icon:wrench";
import espionageCenter from "icon:spy";
import expeditionCamp from "icon:compass";
import foundation from "icon:stone-wall";
import gangersDive from "icon:skull-with-syringe";
import gasolineTower from "icon:water-tower";
import guildsGarage from "icon:mechanic-garage";
import hangar from "icon:airplane";
import haven from "icon:heaven-gate";
import hiddenForge from "icon:anvil";
import humanTrafficer from "icon:handcuffs";
import hunters from "icon:crossbow";
import laborCamp from "icon:mine-wagon";
import lemmysStorage from "icon:ammo-box";
import mesmerizersDwelling from "icon:third-eye";
import naturalShelters from "icon:mountain-cave";
import ohioCavalry from "icon:cavalry";
import oilfield from "icon:oil-pump";
import oldSettlements from "icon:village";
import petesOffice from "icon:desk";
import pickers from "icon:gift-of-knowledge";
import postOffice from "icon:mailbox";
import preacherOfTheNewEra from "icon:prayer";
import productionManager from "icon:organigram";
import radioactiveColony from "icon:nuclear";
import rehabilitationCenter from "icon:hospital-cross";
import rickyTheMerchant from "icon:cash";
import rifle from "icon:rifle";
import secretOutpost from "icon:watchtower";
import theBronxGang from "icon:brass-knuckles";
import theIronGang from "icon:iron-mask";
import trainingCamp from "icon:target-dummy";
import truck from "icon:mine-truck";
import armedMerchants from "icon:winchester-rifle";
import blackFortress from "icon:castle-ruins";
import blackMarket from "icon:two-coins";
import bodyHunters from "icon:coffin";
import caminoReal from "icon:mountain-road";
import caravanner from "icon:camel";
import cistern from "icon:water-tank";
import combatVehicle from "icon:battle-tank";
import constructionSite from "icon:cargo-crane";
import craftsmenGuild from "icon:crafting";
import crossing from "icon:stone-bridge";
import darkVisionsGang from "icon:evil-eyes";
import demolitionTeam from "icon:dynamite";
import dreamCity from "icon:dream-catcher";
import eightMile from "icon:road";
import hibernationChambers from "icon:cryo-chamber";
import landfill from "icon:trash-can";
import marketPlace from "icon:shopping-cart";
import materialDepository from "icon:wooden-crate";
import militaryWarehouse from "icon:cargo-crate";
import mobileStorage from "icon:flatbed-covered";
import oilmen from "icon:oil-can";
import outpostMercenaries from "icon:guarded-tower";
import patriotTower from "icon:usa-flag";
import powerStation from "icon:power-generator";
import propagandaStation from "icon:megaphone";
import saltLakeTower from "icon:radio-tower";
import sheriffsOffice from "icon:law-star";
import smallFactory from "icon:gear-hammer";
import solitaryTrader from "icon:hand-truck";
import steelEagle from "icon:eagle-emblem";
import storehouse from "icon:barrel";
import suppliers from "icon:tow-truck";
import tankerShipwreck from "icon:sinking-ship";
import tedsBus from "icon:bus";
import theHold from "icon:prisoner";
import transmitter from "icon:tv-tower";
import wireEntanglement from "icon:barbed-wire";
import wrecker from "icon:wrecking-ball";
import junkTrain from "icon:steam-locomotive";
import merchants from "icon:trade";
import punks from "icon:steampunk-goggles";
import thugs from "icon:brute";
import newYork from "icon:apple-core";
import appalachianFederation from "icon:mountains";
import mutantsUnion from "icon:cracked-alien-skull";
import merchantsGuild from "icon:coins";

export const emblems: Record<string, string> = {
  abandoned_suburbs: abandonedSuburbs,
  archive,
  arena,
  assassin,
  assembly_plant: assemblyPlant,
  bioweaponry,
  boiler_room: boilerRoom,
  brick_storage: brickStorage,
  brick_supplier: brickSupplier,
  camp,
  church,
  city_guards: cityGuards,
  clay_pit: clayPit,
  confessor,
  construction_vehicles: constructionVehicles,
  convoy,
  corner_shop: cornerShop,
  crossroads,
  deserted_colony: desertedColony,
  docks,
  excavator,
  factory,
  fuel_tank: fuelTank,
  gasoline_cultist: gasolineCultist,
  gasoline_drinkers_den: gasolineDrinkersDen,
  gun_shop: gunShop,
  gunsmith,
  hideout,
  huge_machinery: hugeMachinery,
  merc_outpost: mercOutpost,
  methane_storage: methaneStorage,
  motel,
  murderers_pub: murderersPub,
  museum,
  negotiator,
  oil_rig: oilRig,
  oil_trader: oilTrader,
  oilmen_fortress: oilmenFortress,
  old_cinema: oldCinema,
  parking_lot: parkingLot,
  pub,
  quarry,
  radioactive_fuel: radioactiveFuel,
  refinery,
  rubble,
  rubble_trader: rubbleTrader,
  ruined_library: ruinedLibrary,
  school,
  scrap_metal: scrapMetal,
  scrap_trader: scrapTrader,
  shadow,
  sharrash,
  shelter,
  shipwreck,
  skyscraper,
  thieves_caravan: thievesCaravan,
  thieves_den: thievesDen,
  underground_warehouse: undergroundWarehouse,
  weapon_trader: weaponTrader,
  wrecked_tank: wreckedTank,
  black_market_contacts: blackMarketContacts,
  brick_village: brickVillage,
  builders,
  bus_station: busStation,
  car_garage: carGarage,
  combat_zone: combatZone,
  courthouse,
  disassembly_workshop: disassemblyWorkshop,
  espionage_center: espionageCenter,
  expedition_camp: expeditionCamp,
  foundation,
  gangers_dive: gangersDive,
  gasoline_tower: gasolineTower,
  guilds_garage: guildsGarage,
  hangar,
  haven,
  hidden_forge: hiddenForge,
  human_trafficer: humanTrafficer,
  hunters,
  labor_camp: laborCamp,
  lemmys_storage: lemmysStorage,
  mesmerizers_dwelling: mesmerizersDwelling,
  natural_shelters: naturalShelters,
  ohio_cavalry: ohioCavalry,
  oilfield,
  old_settlements: oldSettlements,
  petes_office: petesOffice,
  pickers,
  post_office: postOffice,
  preacher_of_the_new_era: preacherOfTheNewEra,
  production_manager: productionManager,
  radioactive_colony: radioactiveColony,
  rehabilitation_center: rehabilitationCenter,
  ricky_the_merchant: rickyTheMerchant,
  rifle,
  secret_outpost: secretOutpost,
  the_bronx_gang: theBronxGang,
  the_iron_gang: theIronGang,
  training_camp: trainingCamp,
  truck,
  armed_merchants: armedMerchants,
  black_fortress: blackFortress,
  black_market: blackMarket,
  body_hunters: bodyHunters,
  camino_real: caminoReal,
  caravanner,
  cistern,
  combat_vehicle: combatVehicle,
  construction_site: constructionSite,
  craftsmen_guild: craftsmenGuild,
  crossing,
  dark_visions_gang: darkVisionsGang,
  demolition_team: demolitionTeam,
  dream_city: dreamCity,
  eight_mile: eightMile,
  hibernation_chambers: hibernationChambers,
  landfill,
  market_place: marketPlace,
  material_depository: materialDepository,
  military_warehouse: militaryWarehouse,
  mobile_storage: mobileStorage,
  oilmen,
  outpost_mercenaries: outpostMercenaries,
  patriot_tower: patriotTower,
  power_station: powerStation,
  propaganda_station: propagandaStation,
  salt_lake_tower: saltLakeTower,
  sheriffs_office: sheriffsOffice,
  small_factory: smallFactory,
  solitary_trader: solitaryTrader,
  steel_eagle: steelEagle,
  storehouse,
  suppliers,
  tanker_shipwreck: tankerShipwreck,
  teds_bus: tedsBus,
  the_hold: theHold,
  transmitter,
  wire_entanglement: wireEntanglement,
  wrecker,
  junk_train: junkTrain,
  merchants,
  punks,
  thugs,
  new_york: newYork,
  appalachian_federation: appalachianFederation,
  mutants_union: mutantsUnion,
  merchants_guild: merchantsGuild,
};
