import { beforeAll, expect, test } from "vitest";
import { LANGUAGES } from "../../../src/lib/words/languages";
import { speak } from "../../../src/lib/words/words.svelte";
import source from "../../../src/words/en.json?raw";
import { type Case, casesOf } from "./renderings";

/** What differs most from language to language: agreement, cases, plurals, letters of names, signs. */
const SAMPLE = [
  "bubble.coats", "copenhagen.cell.window", "roll-and-write.log.rolled.other", "roll-and-write.log.start.other", "roll-and-write.log.crossed", "roll-and-write.missing", "roll-and-write.play.change", "roll-and-write.prompt.here",
  "copenhagen.enlarged.standing", "house.of", "idea.collect", "idea.last", "labelled", "copenhagen.log.build.other", "copenhagen.log.build.you", "copenhagen.log.discard.other", "copenhagen.log.paid",
  "copenhagen.play.build", "copenhagen.prompt.build", "copenhagen.prompt.place", "prompt.theirs", "refused.not rolled", "refused.price", "result.winners", "idea.denies",
];

const english = Object.entries(JSON.parse(source) as Record<string, string>).filter(([key]) => !key.startsWith("@"));
const cases: Case[] = english.flatMap(([key, message]) => casesOf(key, message));

beforeAll(() => {
  Object.assign(globalThis, { document: { documentElement: {} }, location: { hash: "" } });
});

test.each(LANGUAGES)("%s: every message with whatever can be put into it is words, and nothing else", async (language) => {
  await speak(language);
  const flaws = /[{}#]|colour\.\S|undefined|NaN|\[object| {2}|^\s|\s$| [,;]| \.(?!\w)|\.\.(?!\.)/;
  const said = cases.map((one) => `${one.key} (${one.with}): «${one.say()}»`);
  expect(said.filter((text) => flaws.test(text.slice(text.indexOf("«") + 1, -1)) || text.endsWith("«»"))).toEqual([]);
});

test("a sample is said as natives have read it (after a change: read it, then `npx vitest -u`)", async () => {
  let text = "";
  for (const language of LANGUAGES) {
    await speak(language);
    text += `# ${language}\n`;
    for (const key of SAMPLE) text += `\n${key}\n${cases.filter((one) => one.key === key).map((one) => `  ${one.with}: ${one.say()}\n`).join("")}`;
    text += "\n";
  }
  await expect(text).toMatchFileSnapshot("renderings.golden.txt");
});
