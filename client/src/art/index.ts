/** The drawings that games share; README.md says what they take. */
export { default as Bubble } from "./Bubble.svelte";
export { default as CoatOfArms } from "./CoatOfArms.svelte";
export { default as Fronts } from "./Fronts.svelte";
export { default as Harbour } from "./Harbour.svelte";
export { default as Icon } from "./Icon.svelte";
export { default as Logo } from "./Logo.svelte";
export { default as Neighbour } from "./Neighbour.svelte";
export { default as Patterns } from "./Patterns.svelte";
export { default as Swatch } from "./Swatch.svelte";
export { default as Tile } from "./Tile.svelte";
export { default as Town } from "./Town.svelte";
export { cellName, xy } from "./geometry";
export { icons, type IconName } from "./icons";
export { picture, standalone } from "./picture";
export * from "./types";
