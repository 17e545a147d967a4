/** Drawings of `@iconify-json/game-icons` (CC BY 3.0) by name: the body of a 512 x 512 SVG. */
declare module "icon:*" {
  const body: string;
  export default body;
}
