// The games that the client knows, by the names of their folders. A game that only the server knows is played plainly.

import type { TableInfo } from "../lib/net/protocol";
import { LATER, type WordFiles } from "../lib/words/languages";
import { need } from "../lib/words/words.svelte";
import type { GameArchive, GameClient, GameParts } from "./game";
import plain from "./plain";

/** A game by the name that the server has for it. */
export type Game = TableInfo["game"];

const found = import.meta.glob<GameClient>(["./*/index.ts", "!./plain/index.ts"], { eager: true, import: "default" });
const texts = import.meta.glob<string>("./*/rules/*.md", { query: "?raw", import: "default" });
const folder = (path: string) => path.split("/")[1] as Game;
const byName = new Map(Object.entries(found).map(([path, client]) => [folder(path), client]));

export const clients: readonly GameClient[] = [...byName.values()];

/** The games with a part in this client. */
export const knownGames: readonly Game[] = [...byName.keys()];

export const clientOf = (game: string): GameClient => byName.get(game as Game) ?? plain;

const withWords = async <T>(part: Promise<{ default: T }>, ...words: (WordFiles | undefined)[]): Promise<T> =>
  (await Promise.all([part, ...words.map((files) => files && need(files))]))[0].default;

/** What a table of a game needs, with its words. */
export const partsOf = (client: GameClient): Promise<GameParts> => withWords(client.parts(), client.tableWords);
/** What is needed to look back at a game, or to read about it. */
export const archiveOf = (client: GameClient): Promise<GameArchive> => withWords(client.archive(), client.tableWords, LATER);

/** The games whose rules can be read here. */
export const gamesWithRules: readonly Game[] = [...new Set(Object.keys(texts).map(folder))];

/** The rules of a game, as they are written; in English where nobody has translated them yet. */
export const rulesText = (game: Game, language: string): Promise<string> =>
  (texts[`./${game}/rules/${language}.md`] ?? texts[`./${game}/rules/en.md`]!)();

/** The game whose rule has this number. */
export const gameOfRule = (rule: string): Game | undefined =>
  knownGames.find((game) => clientOf(game).ruleLetter === rule.charAt(0));
