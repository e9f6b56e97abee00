import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refusal } from "../../../src/lib/net/api";
import { Connection, type Handlers, type Socket } from "../../../src/lib/net/connection";
import { PROTOCOL } from "../../../src/lib/net/protocol";

/** The other end of the line. */
class Line implements Socket {
  onopen: Socket["onopen"] = null;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  sent: Record<string, unknown>[] = [];
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.cut();
  }
  open() {
    this.onopen?.(new Event("open"));
    this.say({ protocol: PROTOCOL, version: "1", now: Date.now() + 5000 });
  }
  say(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  }
  cut() {
    this.onclose?.({ code: 1006 } as CloseEvent);
  }
  /** Answers the subscription. */
  join(n: number) {
    const asked = this.sent.find((message) => message.subscribe)!;
    this.say({ ack: asked.id, n, table: {}, events: [], view: null, held: null, undo: 0, choices: null, clock: null });
  }
}

let lines: Line[];
let seen: string[];
let handlers: Handlers;
const last = () => lines.at(-1)!;
const connect = (seat: number | null = 0) =>
  new Connection("ws://x", seat, handlers, () => {
    lines.push(new Line());
    return last();
  });

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  seen = [];
  handlers = {
    link: (state) => seen.push(state),
    page: (events) => seen.push(`page ${events.at(-1)?.n}`),
    subscribed: (message) => seen.push(`subscribed ${message.n}`),
    event: (message) => seen.push(`event ${message.n}`),
    presence: () => seen.push("presence"),
    clock: (ahead) => seen.push(`ahead ${Math.round(ahead / 1000)}`),
  };
});
afterEach(() => vi.useRealTimers());

test("it subscribes, and tells what comes", () => {
  connect(1);
  last().open();
  expect(last().sent).toMatchObject([{ subscribe: { since: 0, seat: 1 } }]);
  last().join(4);
  last().say({ n: 5, event: { kind: "move", at: 1 } });
  last().say({ presence: [true], watchers: 0 });
  expect(seen).toEqual(["connecting", "ahead 5", "subscribed 4", "live", "event 5", "presence"]);
});

test("what was not answered is sent again with the same id, and only once at a time", async () => {
  const connection = connect();
  last().open();
  last().join(4);
  const answer = connection.send({ move: "take 1 2" });
  const first = last().sent.at(-1)!;
  last().cut();
  await vi.advanceTimersByTimeAsync(1000);
  last().open();
  expect(last().sent).toMatchObject([{ subscribe: { since: 4 } }]);
  last().join(7);
  expect(last().sent.slice(1)).toEqual([first]);
  last().say({ ack: first.id, n: 8 });
  await expect(answer).resolves.toEqual({ ack: first.id, n: 8 });
  expect(connection.unanswered).toBe(0);
  last().cut();
  await vi.advanceTimersByTimeAsync(2000);
  last().open();
  last().join(8);
  expect(last().sent).toHaveLength(1);
});

test("a move made while the line is cut waits for it", async () => {
  const connection = connect();
  last().open();
  last().join(4);
  last().cut();
  void connection.send({ move: "end" });
  await vi.advanceTimersByTimeAsync(1000);
  last().open();
  last().join(4);
  expect(last().sent.at(-1)).toMatchObject({ move: "end" });
});

test("it waits longer after each failure, up to a limit, and tries at once when told", async () => {
  const connection = connect();
  for (let failure = 0; failure < 8; failure++) {
    last().cut();
    await vi.advanceTimersByTimeAsync(15_000);
  }
  const tried = lines.length;
  last().cut();
  await vi.advanceTimersByTimeAsync(5000);
  expect(lines).toHaveLength(tried);
  connection.retry();
  expect(lines).toHaveLength(tried + 1);
});

test("a refusal comes back with its code", async () => {
  const connection = connect();
  last().open();
  last().join(4);
  const answer = connection.send({ move: "take 1 9" });
  last().say({ refused: last().sent.at(-1)!.id, code: "dock", details: { docks: [9] }, sentence: "no" });
  await expect(answer).rejects.toEqual(new Refusal("dock", { docks: [9] }, "no"));
});

test("a table that is not there is not asked for again", async () => {
  connect();
  last().open();
  last().say({ refused: last().sent[0]!.id, code: "no table", details: {}, sentence: "" });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen.at(-1)).toBe("refused");
  expect(lines).toHaveLength(1);
});

test("another protocol is told, and closed connections stay closed", async () => {
  const connection = connect();
  last().onopen?.(new Event("open"));
  last().say({ protocol: PROTOCOL + 1, version: "2", now: 0 });
  expect(seen).toContain("outdated");
  connection.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lines).toHaveLength(1);
});

test("a client that has missed much asks again until nothing is missing", () => {
  const connection = connect(1);
  const answer = connection.send({ ping: true });
  last().open();
  last().say({ ack: last().sent[0]!.id, n: 500, events: [{ n: 500, event: { kind: "chat", at: 1 } }], more: true });
  expect(last().sent.at(-1)).toMatchObject({ subscribe: { since: 500, seat: 1 } });
  expect(last().sent).toHaveLength(2);
  last().say({ ack: last().sent.at(-1)!.id, n: 620, table: {}, events: [], view: null, held: null, undo: 0, choices: null, clock: null });
  expect(seen).toEqual(["connecting", "ahead 5", "page 500", "subscribed 620", "live"]);
  expect(last().sent.at(-1)).toMatchObject({ ping: true });
  void answer;
});

test("an idea may take its time, but not the line", async () => {
  const connection = connect();
  last().open();
  last().join(4);
  const idea = connection.send({ hint: true });
  const asked = last().sent.at(-1)!;
  await vi.advanceTimersByTimeAsync(2500);
  last().say({ ack: last().sent.at(-1)!.id, n: 4 }); // the ping that came after it
  await vi.advanceTimersByTimeAsync(2400);
  expect(seen).not.toContain("silent");
  last().say({ ack: asked.id, n: 4, ideas: [] });
  await idea;
  void connection.send({ hint: true });
  await vi.advanceTimersByTimeAsync(5000);
  expect(seen.at(-1)).toBe("silent");
});
