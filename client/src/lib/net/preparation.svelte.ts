// A server that compiles the games, once on its machine: whatever the page asks for waits in one place, and people see how far it is.

import type { PreparationInfo } from "./protocol";

const EVERY = 1000;
let told = $state.raw<PreparationInfo | null>(null);
let prepared: Promise<void> | undefined;

/** How far the games are, while they are being prepared. */
export const preparation = (): PreparationInfo | null => told;

async function watch(ask: () => Promise<PreparationInfo>): Promise<void> {
  for (;;) {
    told = await ask();
    if (told.playable) return;
    await new Promise((resolve) => setTimeout(resolve, EVERY));
  }
}

/** Until games can be played. */
export function untilPlayable(ask: () => Promise<PreparationInfo>): Promise<void> {
  prepared ??= watch(ask).finally(() => {
    prepared = undefined;
    told = null;
  });
  return prepared;
}
