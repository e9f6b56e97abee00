// Ideas in words: what to do, and what speaks for it.

import type { TrackName } from "../../games/roll-and-write/view";
import { trackColour } from "../../games/roll-and-write/log";
import { ability, anyAbility, cards, colour, span, tileName } from "../words/names";
import type { Prompt } from "./prompt";
import type { Idea } from "../net/protocol";
import { language, listed, maybe, t } from "../words/words.svelte";

/** What speaks for an idea, as one sentence. */
export function why(idea: Idea): string {
  const said = idea.reasons.map(({ code, ...values }) => {
    const words: Record<string, string | number> = {};
    for (const [name, value] of Object.entries(values)) words[name] = detail(name, value);
    return maybe(`idea.${String(code)}`, words) ?? "";
  });
  return listed(said.filter(Boolean)) || t("idea.best");
}

function detail(name: string, value: unknown): string | number {
  if (typeof value === "number") return value;
  const text = String(value);
  if (name === "colour") return colour(text);
  if (name === "tile") return tileName(text);
  if (name === "ability") return anyAbility(text);
  return text;
}

export const percent = (share: number): string => new Intl.NumberFormat(language(), { style: "percent" }).format(share);

/** A move as one would say it before it is made, with the words of the buttons. */
export function moveWords(move: string): string {
  const [verb = "", ...what] = move.split(" ");
  const place = (name: string) => `${name}: ${span(what.filter((word) => /^[a-e]\d/.test(word)).map((word) => word.replace("*", "")))}`;
  switch (verb) {
    case "take":
      return t("take", { docks: what.join(" + ") });
    case "discard":
      return `${t("lay-down")}: ${cards(what[0] ?? "")}`;
    case "build":
    case "draw":
      return place(`${t(verb === "build" ? "build" : "dice.draw")} ${tileName(what[0] ?? "")}`);
    case "single":
      return place(t("dice.ability.single-x"));
    case "reroll":
      return `${t("dice.roll")}: ${cards(what[0] ?? "")}`;
    case "change":
      return `${t("dice.ability.change")}: ${cards(what[0] ?? "")} → ${colour(what[1] ?? "")}`;
    case "mark":
      return what[0] === "-" ? t("dice.mark-none") : t("dice.mark", { tracks: listed(what.map((track) => trackColour(track as TrackName))) });
    case "start":
      return t("dice.mark", { tracks: trackColour(what[0] as TrackName) });
    case "coat":
      return coatWords(what, place);
    case "pass":
      return t("dice.pass");
    default:
      return t("end");
  }
}

function coatWords([kind, which = ""]: string[], place: (name: string) => string): string {
  if (kind === "special") return place(t("coat.special"));
  if (kind === "window") return place(t("coat"));
  if (kind === "track") return t("dice.mark", { tracks: trackColour(which as TrackName) });
  if (kind === "ability") return ability(which);
  return t(kind === "refresh" ? "coat.refresh" : "coat.decline");
}

/** The line that tells an idea instead of what can be done. */
export function ideaPrompt(idea: Idea): Prompt {
  const share = idea.share === null ? "" : t("idea.share", { percent: percent(idea.share) });
  return { title: t("idea"), text: `${moveWords(idea.move)} – ${why(idea)}.`, more: share, tone: "mine" };
}
