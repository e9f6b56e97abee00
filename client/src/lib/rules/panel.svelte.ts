// The rules over the page: which of them are open, and where. They answer a question without leaving the game.

import { type Game, gameOfRule } from "../../games";

interface OpenRules {
  game: Game;
  /** Where to open: the number of a rule, or nothing for the beginning. */
  at: string;
}
const now = $state<{ rules: OpenRules | null }>({ rules: null });

export const openRules = (): OpenRules | null => now.rules;

/** Opens the rules at a rule. */
export function showRule(rule: string): void {
  const game = gameOfRule(rule);
  if (game) now.rules = { game, at: rule };
}

/** Opens the rules of a game at their beginning. */
export function showRules(game: Game): void {
  now.rules = { game, at: "" };
}

export function closeRules(): void {
  now.rules = null;
}
