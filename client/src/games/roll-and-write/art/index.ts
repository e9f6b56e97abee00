/** The drawings of this game. */
export { default as Die } from "./Die.svelte";
export { default as FacadeSheet } from "./FacadeSheet.svelte";
export { default as Pen } from "./Pen.svelte";
export { default as ScoreBoxes } from "./ScoreBoxes.svelte";
export { default as Sheet } from "./Sheet.svelte";
export { default as Tracks } from "./Tracks.svelte";
export * from "./types";
