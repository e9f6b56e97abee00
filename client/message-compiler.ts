// Messages in ICU's MessageFormat, made small when the client is built: the page has no parser.
// A text keeps its holes, `{name}`; where there are forms to choose from, a message becomes a list (src/lib/words/messages.ts).

import { type MessageFormatElement, type NumberElement, TYPE, parse } from "@formatjs/icu-messageformat-parser";
import type { Plugin } from "vite";
import type { Choice, Message } from "./src/lib/words/messages.ts";

/** A message as the page reads it, or an error that says what it cannot read. */
export function compiled(message: string): Message {
  return listed(parse(message, { ignoreTag: true, requiresOtherClause: true }), null);
}

function listed(elements: MessageFormatElement[], counted: string | null): Message {
  const parts: (string | Choice)[] = [];
  for (const element of elements) {
    const part = partOf(element, counted);
    if (typeof part === "string" && typeof parts.at(-1) === "string") parts.push((parts.pop() as string) + part);
    else if (part !== "") parts.push(part);
  }
  return parts.every((part) => typeof part === "string") ? parts.join("") : parts;
}

function partOf(element: MessageFormatElement, counted: string | null): string | Choice {
  switch (element.type) {
    case TYPE.literal:
      if (/[{}]/.test(element.value)) throw new Error("a brace cannot be part of a text");
      return element.value;
    case TYPE.argument:
      return `{${element.value}}`;
    case TYPE.pound:
      return `{${counted}}`;
    case TYPE.number:
      return `{${element.value}${numberStyle(element)}}`;
    case TYPE.select:
      return [element.value, 0, forms(element.options, counted)];
    case TYPE.plural:
      if (element.offset) throw new Error("a plural with an offset is not known");
      return [element.value, element.pluralType === "ordinal" ? 2 : 1, forms(element.options, element.value)];
    default:
      throw new Error("only holes, number, percent, plural, selectordinal and select are known");
  }
}

/** How a number is written: as it is, as a share (`%`), or as a change of one (`±`). */
function numberStyle({ value, style }: NumberElement): string {
  if (!style) return "";
  if (style === "percent") return "%";
  const { style: kind, signDisplay } = typeof style === "string" ? {} : style.parsedOptions;
  if (kind === "percent" && signDisplay === "always") return "±";
  throw new Error(`{${value}, number} can be followed by percent or ::percent sign-always only`);
}

const forms = (options: Record<string, { value: MessageFormatElement[] }>, counted: string | null): Choice[2] =>
  Object.fromEntries(Object.entries(options).map(([form, { value }]) => [form, listed(value, counted)]));

type File = Record<string, unknown>;

/** A file of words as the page reads it: without comments for translators (`@…`), English where something is missing. */
export function compiledFile(file: File, english: File): Record<string, Message> {
  const messages: Record<string, Message> = {};
  for (const [key, message] of Object.entries({ ...english, ...file })) {
    if (key.startsWith("@")) continue;
    if (typeof message !== "string") throw new Error(`"${key}" is not a text; a plural is written {n, plural, one {…} other {…}}`);
    try {
      messages[key] = compiled(message);
    } catch (error) {
      throw new Error(`"${key}": ${(error as Error).message} in ${JSON.stringify(message)}`);
    }
  }
  return messages;
}

/**
 * Compiles the files of words wherever they are imported. The client that is built reads them in parts: what is needed at
 * once, and what goes with a use (`de.json?later`).
 */
export function messages(english: File, uses: () => (key: string) => string): Plugin {
  let useOf: ((key: string) => string) | undefined;
  return {
    name: "messages",
    enforce: "pre",
    configResolved({ command }) {
      if (command === "build") useOf = uses();
    },
    transform: {
      filter: { id: /\/src\/words\/[\w-]+\.json(\?(?!raw)[\w-]+)?$/ },
      handler(text, id) {
        const use = id.split("?")[1] ?? "";
        const all = Object.entries(compiledFile(JSON.parse(text) as File, english));
        const made = JSON.stringify(Object.fromEntries(all.filter(([key]) => (useOf?.(key) ?? "") === use)));
        return use ? { code: `export default ${made}`, moduleType: "js" } : made;
      },
    },
  };
}
