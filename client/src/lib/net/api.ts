// The HTTP side of the server, below wherever this page was loaded from.

import { untilPlayable } from "./preparation.svelte";
import type {
  BotResults, Bots, Games, Lan, Link, LinkOwner, Me, MyGames, NewLesson, NewReview, NewTable, Position, PreparationInfo, Replay, Review, ReviewName, Shared, SitDown, Statistics, TableInfo, TableName, Tables,
} from "./protocol";

/** Something the server would not do: a code for words, and its own sentence. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly details: Record<string, unknown> = {},
    sentence = code,
  ) {
    super(sentence);
  }
}

export const address = (path: string): URL => new URL(`api/v1/${path}`, location.href.split("#")[0]);

export function liveAddress(table: string): string {
  const url = address(`tables/${encodeURIComponent(table)}/live`);
  url.protocol = url.protocol.replace("http", "ws");
  return url.href;
}

/** Answers that the page asked for before this code was here (index.html), each for the first who wants it. */
declare const early: Record<string, Promise<Response>> | undefined;
const answers = typeof early === "undefined" ? {} : early;

function asked(method: string, path: string): Promise<Response> | undefined {
  if (method !== "GET") return undefined;
  const found = answers[path];
  delete answers[path];
  return found;
}

const UNAVAILABLE = 503;
const isPreparing = (found: unknown) => typeof found === "object" && found !== null && "code" in found && found.code === "preparing";

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await (asked(method, path) ?? fetch(address(path), {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    }));
  } catch {
    throw new Refusal("offline");
  }
  const found: unknown = answer.status === 204 ? null : await answer.json().catch(() => null);
  if (answer.ok) return found as T;
  if (answer.status === UNAVAILABLE && isPreparing(found)) {
    await untilPlayable(api.preparation);
    return call<T>(method, path, body);
  }
  const refusal = (found ?? {}) as { code?: string; details?: Record<string, unknown>; sentence?: string };
  throw new Refusal(refusal.code ?? `http ${answer.status}`, refusal.details, refusal.sentence);
}

const table = (id: string) => `tables/${encodeURIComponent(id)}`;

export const api = {
  /** Meets the server: newcomers get a cookie, without which there are no seats. */
  me: () => call<Me>("GET", "me"),
  games: () => call<Games>("GET", "games"),
  preparation: () => call<PreparationInfo>("GET", "preparation"),
  bots: () => call<Bots>("GET", "bots"),
  open: () => call<Tables>("GET", "tables"),
  mine: () => call<Tables>("GET", "me/tables"),
  /** A page of my games that are over; `next` of the last one asks for another. */
  myGames: (before?: string) => call<MyGames>("GET", `me/games${before ? `?before=${encodeURIComponent(before)}` : ""}`),
  myResults: () => call<BotResults>("GET", "me/results"),
  table: (id: string) => call<TableInfo>("GET", table(id)),
  create: (wanted: NewTable) => call<TableInfo>("POST", "tables", wanted),
  sit: (id: string, seat: number, who: SitDown) => call<TableInfo>("POST", `${table(id)}/seats/${seat}`, who),
  leave: (id: string, seat: number) => call<TableInfo>("DELETE", `${table(id)}/seats/${seat}`),
  rematch: (id: string) => call<TableName>("POST", `${table(id)}/rematch`),
  code: (code: string) => call<TableName>("POST", "codes", { code }),
  /** Lets others on the same network in, or no longer; only from the machine of the server. */
  openLan: () => call<Lan>("POST", "lan"),
  closeLan: () => call<Lan>("DELETE", "lan"),
  newLink: () => call<Link>("POST", "me/links"),
  /** The person that a code of another device would make of this one. */
  linkOwner: (code: string) => call<LinkOwner>("POST", "links/owner", { code }),
  takeLink: (code: string) => call<Me>("POST", "links", { code }),
  /** Become the person again that I was before I took a link. */
  restore: () => call<Me>("POST", "me/restore"),
  statistics: (id: string) => call<Statistics>("GET", `${table(id)}/statistics`),
  replay: (token: string) => call<Replay>("GET", `replays/${encodeURIComponent(token)}`),
  newReview: (wanted: NewReview) => call<ReviewName>("POST", "reviews", wanted),
  review: (name: string) => call<Review>("GET", `reviews/${encodeURIComponent(name)}`),
  learn: (wanted: NewLesson) => call<TableInfo>("POST", "lessons", wanted),
  /** Shares a running game as one of my seats knows it. */
  share: (id: string, seat: number) => call<Shared>("POST", `${table(id)}/positions`, { seat }),
  position: (position: string) => call<Position>("GET", `positions/${encodeURIComponent(position)}`),
  recordAddress: (id: string) => address(`${table(id)}/record`).href,
};
