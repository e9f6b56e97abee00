// Where we are: the part of the address behind `#`, so that any base path will do.

export type Route =
  | { page: "home" }
  | { page: "table"; table: string }
  | { page: "replay"; token: string }
  | { page: "code"; code: string }
  | { page: "me"; code: string };

export function parse(hash: string): Route {
  const [first = "", second = ""] = hash.replace(/^#?\/?/, "").split("/").map(decodeURIComponent);
  if (first === "t" && second) return { page: "table", table: second };
  if (first === "r" && second) return { page: "replay", token: second };
  if (first === "c" && second) return { page: "code", code: second };
  if (first === "me" && second) return { page: "me", code: second };
  return { page: "home" };
}

export const replayHash = (token: string): string => `#/r/${encodeURIComponent(token)}`;
export const tableHash = (id: string): string => `#/t/${encodeURIComponent(id)}`;

const place = $state<{ route: Route }>({ route: parse(location.hash) });

export const here = (): Route => place.route;

export function go(hash: string): void {
  location.hash = hash;
}

export function watchAddress(): void {
  addEventListener("hashchange", () => (place.route = parse(location.hash)));
}
