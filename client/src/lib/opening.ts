// What a table's page needs before it can connect, asked for all at once, and as early as the address is known.

import { api } from "./api";
import { type Components, allComponents } from "./components";
import type { TableInfo } from "./protocol";

export interface Opening {
  info: TableInfo;
  games: Record<string, Components>;
}

let early: { id: string; asked: Promise<Opening> } | undefined;

/** Who is new gets a cookie meanwhile; they have no seat yet, so that nobody waits for it but the connection. */
async function ask(id: string): Promise<Opening> {
  const [info, games] = await Promise.all([api.table(id), allComponents(), api.me()]);
  return { info, games };
}

/** Asks before the page is there. */
export function openEarly(id: string): void {
  early = { id, asked: ask(id) };
  early.asked.catch(() => undefined); // the page will tell
}

export function opening(id: string): Promise<Opening> {
  const asked = early?.id === id ? early.asked : ask(id);
  early = undefined;
  return asked;
}
