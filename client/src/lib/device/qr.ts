// A QR code of a short text (ISO/IEC 18004): bytes, error correction M, versions 1 to 6, which is up to 106 bytes.

/** For each version: error correction bytes in a block, and the data bytes of its blocks. */
const VERSIONS: readonly (readonly [number, readonly number[]])[] = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
];

// The field of 256 elements that Reed–Solomon works in.
const EXP: number[] = [];
const LOG: number[] = [];
for (let power = 0, value = 1; power < 255; power++) {
  EXP[power] = value;
  LOG[value] = power;
  value = value & 128 ? (value << 1) ^ 0x11d : value << 1;
}
const times = (a: number, b: number): number => (a && b ? EXP[(LOG[a]! + LOG[b]!) % 255]! : 0);

function correction(data: number[], count: number): number[] {
  let generator = [1];
  for (let power = 0; power < count; power++) {
    const next = [...generator, 0];
    generator.forEach((factor, place) => (next[place + 1]! ^= times(factor, EXP[power]!)));
    generator = next;
  }
  const rest = [...data, ...Array<number>(count).fill(0)];
  data.forEach((_, place) => {
    const factor = rest[place]!;
    generator.forEach((one, step) => (rest[place + step]! ^= times(one, factor)));
  });
  return rest.slice(data.length);
}

/** The text as bytes with their correction, blocks woven into each other. */
function codewords(bytes: number[], ec: number, blocks: readonly number[]): number[] {
  const most = blocks.reduce((sum, size) => sum + size, 0);
  const bits = [0, 1, 0, 0, ...binary(bytes.length, 8), ...bytes.flatMap((byte) => binary(byte, 8))];
  bits.push(...Array<number>(Math.min(4, most * 8 - bits.length)).fill(0));
  while (bits.length % 8) bits.push(0);
  const data: number[] = [];
  for (let at = 0; at < bits.length; at += 8) data.push(parseInt(bits.slice(at, at + 8).join(""), 2));
  for (let pad = 0; data.length < most; pad++) data.push(pad % 2 ? 0x11 : 0xec);
  let start = 0;
  const parts = blocks.map((size) => data.slice(start, (start += size)));
  const checks = parts.map((part) => correction(part, ec));
  const woven = (lists: number[][]) =>
    Array.from({ length: Math.max(...lists.map((list) => list.length)) }, (_, place) =>
      lists.flatMap((list) => (list[place] === undefined ? [] : [list[place]])),
    ).flat();
  return [...woven(parts), ...woven(checks)];
}

const binary = (value: number, length: number): number[] =>
  Array.from({ length }, (_, place) => (value >> (length - 1 - place)) & 1);

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

type Grid = (number | null)[][];

/** Finders, timing and alignment; null where data goes, the places of the format taken. */
function frame(version: number): Grid {
  const size = 17 + 4 * version;
  const grid: Grid = Array.from({ length: size }, () => Array<number | null>(size).fill(null));
  const put = (x: number, y: number, value: number) => {
    if (x >= 0 && y >= 0 && x < size && y < size) grid[y]![x] = value;
  };
  const ring = (cx: number, cy: number, radius: number, dark: (distance: number) => boolean) => {
    for (let dy = -radius; dy <= radius; dy++)
      for (let dx = -radius; dx <= radius; dx++) put(cx + dx, cy + dy, dark(Math.max(Math.abs(dx), Math.abs(dy))) ? 1 : 0);
  };
  for (let at = 0; at < size; at++) {
    put(at, 6, at % 2 ? 0 : 1);
    put(6, at, at % 2 ? 0 : 1);
  }
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) ring(x, y, 4, (d) => d !== 2 && d !== 4);
  if (version > 1) ring(size - 7, size - 7, 2, (d) => d !== 1);
  for (let at = 0; at < 9; at++) {
    if (grid[at]![8] === null || at === 8) put(8, at, 0);
    if (grid[8]![at] === null) put(at, 8, 0);
    if (at < 8) {
      put(size - 1 - at, 8, 0);
      put(8, size - 1 - at, 0);
    }
  }
  put(8, size - 8, 1);
  return grid;
}

function withFormat(grid: number[][], mask: number): void {
  const size = grid.length;
  let rest = mask << 10;
  for (let bit = 4; bit >= 0; bit--) if ((rest >> (bit + 10)) & 1) rest ^= 0x537 << bit;
  const bits = binary(((mask << 10) | rest) ^ 0x5412, 15);
  const along = [0, 1, 2, 3, 4, 5, 7, 8, size - 7, size - 6, size - 5, size - 4, size - 3, size - 2, size - 1];
  bits.forEach((bit, place) => {
    // Once round the upper left finder, once beside the other two.
    if (place < 8) grid[8]![along[place]!] = bit;
    else grid[[7, 5, 4, 3, 2, 1, 0][place - 8]!]![8] = bit;
    if (place < 7) grid[size - 1 - place]![8] = bit;
    else grid[8]![size - 15 + place] = bit;
  });
  grid[size - 8]![8] = 1;
}

/** How hard a code is to read: long runs, blocks, what looks like a finder, too much of one colour. */
function penalty(grid: number[][]): number {
  const size = grid.length;
  const columns = grid.map((_, x) => grid.map((row) => row[x]!));
  let sum = 0;
  for (const line of [...grid, ...columns]) {
    const text = line.join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    for (let at = 0; at < size - 10; at++)
      if (/^(10111010000|00001011101)/.test(text.slice(at, at + 11))) sum += 40;
  }
  for (let y = 1; y < size; y++)
    for (let x = 1; x < size; x++) {
      const four = grid[y]![x]! + grid[y - 1]![x]! + grid[y]![x - 1]! + grid[y - 1]![x - 1]!;
      if (four % 4 === 0) sum += 3;
    }
  const dark = grid.flat().reduce((count, one) => count + one, 0) / size ** 2;
  return sum + Math.floor(Math.abs(dark - 0.5) * 20) * 10;
}

/** The code as rows of 0 and 1; null if the text is too long. */
export function qr(text: string): number[][] | null {
  const bytes = [...new TextEncoder().encode(text)];
  const version = VERSIONS.findIndex(([, blocks]) => blocks.reduce((sum, size) => sum + size, 0) - 2 >= bytes.length) + 1;
  if (!version) return null;
  const empty = frame(version);
  const size = empty.length;
  const bits = codewords(bytes, ...VERSIONS[version - 1]!).flatMap((byte) => binary(byte, 8));
  const order: [number, number][] = [];
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right--;
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const y = up ? size - 1 - step : step;
        if (empty[y]![x] === null) order.push([x, y]);
      }
  }
  const tries = MASKS.map((mask, number) => {
    const grid = empty.map((row) => row.map((one) => one ?? 0));
    order.forEach(([x, y], place) => (grid[y]![x] = (bits[place] ?? 0) ^ (mask(x, y) ? 1 : 0)));
    withFormat(grid, number);
    return { grid, cost: penalty(grid) };
  });
  return tries.sort((a, b) => a.cost - b.cost)[0]!.grid;
}

/** The code as one path of an SVG. */
export function qrPath(text: string): { size: number; path: string } | null {
  const grid = qr(text);
  if (!grid) return null;
  const path = grid.flatMap((row, y) => row.map((one, x) => (one ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return { size: grid.length, path };
}
