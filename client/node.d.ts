// As much of Node as the build uses.

declare module "node:fs" {
  export function globSync(pattern: string, options: { cwd: string }): string[];
  export function readFileSync(path: string, encoding: "utf-8"): string;
}

declare module "node:path" {
  export function dirname(path: string): string;
  export function join(...parts: string[]): string;
  export function relative(from: string, to: string): string;
}

interface ImportMeta {
  readonly dirname: string;
}
