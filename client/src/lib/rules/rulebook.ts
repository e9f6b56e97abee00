// The rules as they are written: Markdown of a few kinds of blocks, with the numbers of rules behind the sentences.

export interface Token {
  kind: "text" | "bold" | "em" | "rule";
  text: string;
  /** Where a rule is named first: that is where it is explained. */
  first?: boolean;
}
/** What is read and found as one: a paragraph, an item, a row of a table, a picture. */
export interface Part {
  cells: Token[][];
  /** All that can be read, without numbers of rules. */
  text: string;
  rules: string[];
  /** The name of a picture. */
  picture?: string;
}
export interface Block {
  kind: "p" | "ul" | "ol" | "table" | "pictures" | "title";
  parts: Part[];
  /** The first row of a table. */
  head?: Part;
}
export interface Section {
  title: string;
  blocks: Block[];
}
export interface Book {
  title: string;
  intro: Block[];
  sections: Section[];
}

const INLINE = /\*\*(.+?)\*\*|\*(.+?)\*|\(([A-Z]\d+(?:, [A-Z]\d+)*)\)/g;

function tokens(text: string, seen: Set<string>): Token[] {
  const found: Token[] = [];
  let from = 0;
  const plain = (to: number) => to > from && found.push({ kind: "text", text: text.slice(from, to) });
  for (const match of text.matchAll(INLINE)) {
    plain(match.index);
    from = match.index + match[0].length;
    if (match[1]) found.push({ kind: "bold", text: match[1] });
    else if (match[2]) found.push({ kind: "em", text: match[2] });
    for (const rule of match[3]?.split(", ") ?? []) {
      found.push({ kind: "rule", text: rule, first: !seen.has(rule) });
      seen.add(rule);
    }
  }
  plain(text.length);
  return found;
}

function part(texts: string[], seen: Set<string>, picture?: string): Part {
  const cells = texts.map((text) => tokens(text, seen));
  const all = cells.flat();
  return {
    cells,
    text: all.filter(({ kind }) => kind !== "rule").map(({ text }) => text).join(""),
    rules: all.filter(({ kind }) => kind === "rule").map(({ text }) => text),
    picture,
  };
}

// Not \s: that would turn no-break spaces (French, before a colon) into plain ones.
const joined = (text: string): string => text.split(/[ \t\n]+/).join(" ");
const cellsOf = (row: string): string[] => row.slice(1, -1).split("|").map((cell) => cell.trim());

function block(text: string, seen: Set<string>): Block {
  const lines = text.split("\n");
  switch (text[0]) {
    case "#":
      return { kind: "title", parts: [part([text.replace(/^#+ /, "")], seen)] };
    case "!":
      return { kind: "pictures", parts: lines.map((line) => pictured(line, seen)) };
    case "|": {
      const [head, , ...rows] = lines.map(cellsOf);
      return { kind: "table", head: part(head!, seen), parts: rows.map((row) => part(row, seen)) };
    }
    case "-":
    case "1": {
      const items = text.split(/\n(?=\S)/).map((item) => joined(item.replace(/^(-|\d+\.) /, "")));
      return { kind: text[0] === "-" ? "ul" : "ol", parts: items.map((item) => part([item], seen)) };
    }
  }
  return { kind: "p", parts: [part([joined(text)], seen)] };
}

function pictured(line: string, seen: Set<string>): Part {
  const [, caption = "", name = ""] = /^!\[(.+)\]\((.+)\)$/.exec(line) ?? [];
  return part([caption], seen, name);
}

export function parse(source: string): Book {
  const [title = "", ...texts] = source.trim().split("\n\n");
  const book: Book = { title: title.slice(2), intro: [], sections: [] };
  const seen = new Set<string>();
  for (const text of texts) {
    if (text.startsWith("## ")) book.sections.push({ title: text.slice(3), blocks: [] });
    else (book.sections.at(-1)?.blocks ?? book.intro).push(block(text, seen));
  }
  return book;
}
