// Where we are: the part of the address behind `#`, so that any base path will do.

import { type Game, clientOf, gamesWithRules, knownGames } from "../../games";

export type Route =
  | { page: "home" }
  | { page: "table"; table: string }
  /** `judging`: with its review. */
  | { page: "replay"; token: string; moves?: number; judging?: boolean }
  | { page: "games" }
  | { page: "position"; position: string }
  | { page: "review"; review: string }
  | { page: "learn"; game: Game }
  /** `at` is the number of a rule, or empty. */
  | { page: "rules"; game: Game; at: string }
  | { page: "code"; code: string }
  | { page: "me"; code: string }
  /** An address that leads nowhere. */
  | { page: "lost"; address: string };

/** What names of tables and the like are made of. */
const NAME = /^[\w-]{1,64}$/;

export function parse(hash: string): Route {
  const lost = { page: "lost", address: hash } as const;
  let parts: string[];
  try {
    parts = hash.replace(/^#?\/?/, "").split("/").map(decodeURIComponent);
  } catch {
    return lost;
  }
  const [first = "", second = "", third = ""] = parts;
  if (["t", "r", "p", "review"].includes(first) && !NAME.test(second)) return lost;
  if (first === "t" && second) return { page: "table", table: second };
  if (first === "r" && second) return { page: "replay", token: second, judging: third === "review" };
  if (first === "p" && second && /^\d+$/.test(third)) return { page: "replay", token: second, moves: Number(third) };
  if (first === "review" && second) return { page: "review", review: second };
  if (first === "p" && second) return { page: "position", position: second };
  const game = knownGames.find((one) => one === second);
  if (first === "learn" && game && clientOf(game).lesson) return { page: "learn", game };
  if (first === "rules" && game && gamesWithRules.includes(game)) return { page: "rules", game, at: /^[A-Zs]\d+$/.test(third) ? third : "" };
  if (first === "c" && second) return { page: "code", code: second };
  if (first === "me" && second) return { page: "me", code: second };
  if (first === "games") return { page: "games" };
  return first ? lost : { page: "home" };
}

export const replayHash = (token: string): string => `#/r/${encodeURIComponent(token)}`;
/** The same with its review. */
export const reviewOf = (token: string): string => `${replayHash(token)}/review`;
/** A position of a game that is over. */
export const momentHash = (token: string, moves: number): string => `#/p/${encodeURIComponent(token)}/${moves}`;
export const reviewHash = (review: string): string => `#/review/${encodeURIComponent(review)}`;
/** A position that was shared. */
export const positionHash = (position: string): string => `#/p/${encodeURIComponent(position)}`;
/** The rules of a game, or one of them. */
export const rulesHash = (game: Game, at = ""): string => `#/rules/${game}${at && `/${at}`}`;
/** A code that may make this device another one's person. */
export const meHash = (code: string): string => `#/me/${encodeURIComponent(code.trim())}`;
export const tableHash = (id: string): string => `#/t/${encodeURIComponent(id)}`;

const place = $state<{ route: Route }>({ route: parse(location.hash) });

export const here = (): Route => place.route;

export function go(hash: string): void {
  location.hash = hash;
}

export function watchAddress(): void {
  addEventListener("hashchange", () => (place.route = parse(location.hash)));
}
