// Questions about the rules: which rule answers one, and the one that is asked now. The answer opens over the page, so
// that a game is not left for it.

import refusals from "../../rules/refusals.json";

export const RULED = ["copenhagen", "roll-and-write"] as const;
export type Ruled = (typeof RULED)[number];
/** The game whose rule has this number. */
export const gameOf = (rule: string): Ruled => (rule.startsWith("W") ? "roll-and-write" : "copenhagen");

const RULES: Record<Ruled, Record<string, string>> = refusals;

/** The rules of the card game's abilities, and of the stars of the dice game. */
export const ABILITY_RULES: Record<string, string> = {
  any: "C13", extra: "C14", discount: "C23", recolour: "C24", both: "C38",
  reroll: "W22", again: "W26", change: "W25", "no-x": "W23", "single-x": "W24",
};

/** The rule behind a refusal; undefined where it is none of the game's. */
export const ruleOf = (game: string, code: string): string | undefined => RULES[game as Ruled]?.[code];

interface Question {
  game: Ruled;
  /** Where to open: the number of a rule, or nothing for the beginning. */
  at: string;
}
const now = $state<{ question: Question | null }>({ question: null });

export const asked = (): Question | null => now.question;

export function ask(rule: string): void {
  now.question = { game: gameOf(rule), at: rule };
}

/** Opens the rules of a game at their beginning. */
export function askAll(game: string): void {
  now.question = { game: game as Ruled, at: "" };
}

export function answered(): void {
  now.question = null;
}
