// What a table is about, in words, for people who may sit down there: how many play, the clock, what was chosen.

import { clientOf } from "../../games";
import type { Clock, TableInfo } from "../net/protocol";
import { locale, t } from "../words/words.svelte";

/** What a table and a line of a list both tell. */
export type Conditions = Pick<TableInfo, "game" | "players" | "options" | "show_known" | "hints"> & { clock: Clock | null };

const UNITS = [["day", 86_400], ["hour", 3600], ["minute", 60], ["second", 1]] as const;

/** A time in the largest unit that has no rest: "90 seconds", "2 minutes". */
function time(seconds: number): string {
  const [unit, size] = UNITS.find(([, size]) => seconds >= size && seconds % size === 0) ?? UNITS[3];
  return new Intl.NumberFormat(locale(), { style: "unit", unit, unitDisplay: "long" }).format(seconds / size);
}

export function clockWords(clock: Clock | null): string {
  if (!clock) return t("clock.none");
  if (clock.move != null) return t("clock.move", { move: time(clock.move) });
  return t("clock.bank", { bank: time(clock.bank!), increment: time(clock.increment ?? 0) });
}

export function conditionWords(table: Conditions): string[] {
  const chosen = clientOf(table.game).options.filter(({ wanted }) => {
    const { options = {}, ...rest } = wanted(true);
    return Object.entries({ ...options, ...rest }).every(([name, value]) => ({ ...table.options, show_known: table.show_known })[name] === value);
  });
  return [
    t("home.line", { n: table.players }),
    clockWords(table.clock),
    ...chosen.map(({ label }) => t(label)),
    ...(table.hints ? [t("waiting.hints")] : []),
  ];
}
