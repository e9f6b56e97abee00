/** The drawings of this game. */
export { default as Abilities } from "./Abilities.svelte";
export { default as Card } from "./Card.svelte";
export { default as Deck } from "./Deck.svelte";
export { default as Docks } from "./Docks.svelte";
export { default as Hand } from "./Hand.svelte";
export { default as HarbourTable } from "./HarbourTable.svelte";
export { default as House } from "./House.svelte";
export { default as Rack } from "./Rack.svelte";
export { default as ScoreTrack } from "./ScoreTrack.svelte";
export * from "./types";
