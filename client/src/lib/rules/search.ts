// Finding words in the rules: whatever the accents and capitals, and wherever in a word.

import type { Book, Part } from "./rulebook";

/** From one letter to behind another. */
export type Range = readonly [from: number, to: number];

const LETTERS: Record<string, string> = { ø: "o", æ: "ae", œ: "oe", ß: "ss", "’": "'" };

/** A text without accents and capitals, and where in the text each of its letters comes from. */
export function folded(text: string): { text: string; at: number[] } {
  let plain = "";
  const at: number[] = [];
  [...text].reduce((place, letter) => {
    const bare = letter.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
    for (const one of LETTERS[bare] ?? bare) {
      plain += one;
      at.push(place);
    }
    return place + letter.length;
  }, 0);
  return { text: plain, at };
}

function places(word: string, { text, at }: ReturnType<typeof folded>): Range[] {
  const found: Range[] = [];
  for (let from = text.indexOf(word); from >= 0; from = text.indexOf(word, from + word.length))
    found.push([at[from]!, at[from + word.length - 1]! + 1]);
  return found;
}

/** Where the words of a query stand in a part; null if one of them is missing. The number of a rule finds the rule. */
export function matches(query: string, part: Part): Range[] | null {
  const words = folded(query).text.split(/\s+/).filter(Boolean);
  const text = folded(part.text);
  const ranges: Range[] = [];
  for (const word of words) {
    const found = places(word, text);
    if (!found.length && !part.rules.some((rule) => rule.toLowerCase() === word)) return null;
    ranges.push(...found);
  }
  return merged(ranges);
}

/** Ranges in order, those that overlap as one. */
function merged(ranges: Range[]): Range[] {
  const found: [number, number][] = [];
  for (const [from, to] of ranges.toSorted(([one], [other]) => one - other)) {
    const last = found.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else found.push([from, to]);
  }
  return found;
}

/** The parts of a book that have all words of a query, with where they stand. */
export function search(query: string, book: Book): Map<Part, Range[]> {
  const blocks = [...book.intro, ...book.sections.flatMap(({ blocks }) => blocks)];
  const parts = blocks.filter(({ kind }) => kind !== "title").flatMap(({ parts }) => parts);
  return new Map(parts.flatMap((part) => {
    const ranges = matches(query, part);
    return ranges ? [[part, ranges] as const] : [];
  }));
}

/** A text cut where ranges begin and end; `from` is where it begins in the text that they are of. */
export function cut(text: string, from: number, ranges: readonly Range[]): { text: string; hit: boolean }[] {
  const pieces: { text: string; hit: boolean }[] = [];
  let place = 0;
  for (const range of ranges) {
    const [start, end] = [Math.max(range[0] - from, place), Math.min(range[1] - from, text.length)];
    if (start >= end) continue;
    if (start > place) pieces.push({ text: text.slice(place, start), hit: false });
    pieces.push({ text: text.slice(start, end), hit: true });
    place = end;
  }
  if (place < text.length) pieces.push({ text: text.slice(place), hit: false });
  return pieces;
}
