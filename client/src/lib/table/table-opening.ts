// A table, with what its page needs: asked for all at once, and as early as the address is known.

import { api } from "../net/api";
import { type Components, allComponents } from "../net/components";
import { Table } from "./table.svelte";

export interface Opening {
  table: Table;
  games: Record<string, Components>;
}

let early: { id: string; asked: Promise<Opening> } | undefined;

/** The table is asked for first: who is new gets a cookie with it, by which the connection tells who they are. */
async function ask(id: string): Promise<Opening> {
  const games = allComponents();
  const info = await api.table(id);
  const table = new Table(id, info.seats.find((seat) => seat.yours)?.seat ?? null);
  return { table, games: await games };
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
