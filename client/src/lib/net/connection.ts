// One live connection to a table. It comes back by itself, asks for what it missed, and sends each message until the
// server has said that it is done; ids keep them from being done twice.

import { Refusal } from "./api";
import { PROTOCOL } from "./protocol";
import type { Ack, EventMessage, Hello, Message, Page, Presence, Refused, Subscribed } from "./protocol";

export type Link = "connecting" | "live" | "silent" | "lost" | "outdated" | "refused";
type Body = Omit<Message, "id" | "subscribe">;

export interface Handlers {
  link(state: Link): void;
  /** Part of what was missed; the rest comes, and then where things stand. */
  page(events: EventMessage[]): void;
  subscribed(message: Subscribed): void;
  event(message: EventMessage): void;
  presence(message: Presence): void;
  /** Milliseconds that the server's clock is ahead of ours. */
  clock(ahead: number): void;
  /** The table is not shown, and why. */
  refused?(why: Refusal): void;
}

/** What is used of a WebSocket, so that tests can bring their own. */
export interface Socket {
  onopen: ((event: Event) => unknown) | null;
  onmessage: ((event: MessageEvent) => unknown) | null;
  onclose: ((event: CloseEvent) => unknown) | null;
  send(text: string): void;
  close(): void;
}

interface Waiting {
  message: Message;
  done(ack: Ack): void;
  refused(why: Refusal): void;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
/** People who look want to know soon that nobody answers; a page that nobody sees only keeps its line open. */
const PING_EVERY = 2_500;
const PING_UNSEEN = 25_000;
/** Milliseconds after a question until the line counts as silent, and until it is given up. */
const SILENCE = 2_000;
const GIVE_UP = 10_000;
/** Subscriptions refused for one of these are busy signals: trying again helps. */
const PASSING = ["busy", "store", "slow down", "internal"];

export class Connection {
  private socket: Socket | null = null;
  private live = false;
  private closed = false;
  private wait = FIRST_WAIT;
  private count = 0;
  private subscription = "";
  /** The last entry we know; at first all of them are wanted, for the log and the outlines of tiles. */
  private since = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private isSilent = false;
  private readonly waiting = new Map<string, Waiting>();
  private readonly session = Math.random().toString(36).slice(2, 12);

  constructor(
    private readonly url: string,
    private seat: number | null,
    private readonly on: Handlers,
    private readonly open: (url: string) => Socket = (address) => new WebSocket(address),
    /** Whether the server is to draw every position. */
    private readonly pictures = false,
  ) {
    this.connect();
  }

  /** Looks through the eyes of another seat of mine. */
  lookAs(seat: number | null): void {
    this.seat = seat;
    if (this.live) this.subscribe();
  }

  /** Sends something to do; kept and sent again after a break until the server has answered. */
  send(body: Body): Promise<Ack> {
    const message: Message = { id: this.nextId(), ...body };
    return new Promise((done, refused) => {
      this.waiting.set(message.id, { message, done, refused });
      if (!this.live) return;
      if (message.hint) this.write(message); // an idea takes its time: the next ping tells whether the line carries
      else this.ask(message);
    });
  }

  /** How many messages wait for an answer. */
  get unanswered(): number {
    return this.waiting.size;
  }

  /** Tries at once, for instance because the browser says that the network is back. */
  retry(): void {
    if (this.closed || this.socket) return;
    clearTimeout(this.timer);
    this.connect();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearTimeout(this.silence);
    this.socket?.close();
  }

  private nextId(): string {
    return `${this.session}-${++this.count}`;
  }

  private connect(): void {
    const socket = this.open(this.url);
    this.socket = socket;
    this.on.link("connecting");
    socket.onopen = () => this.subscribe();
    socket.onmessage = (event) => {
      if (socket === this.socket) this.read(JSON.parse(String(event.data)) as object);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.lost();
    };
  }

  private lost(): void {
    this.socket = null;
    this.live = false;
    clearTimeout(this.timer);
    this.hear();
    if (this.closed) return;
    this.on.link("lost");
    this.timer = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  private subscribe(): void {
    this.subscription = this.nextId();
    const wanted = { since: this.since, seat: this.seat, patches: true, ...(this.pictures && { picture: true }) };
    this.write({ id: this.subscription, subscribe: wanted });
  }

  private write(message: Message): void {
    this.socket?.send(JSON.stringify(message));
  }

  private beat(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (!this.live) return;
      this.ask({ id: this.nextId(), ping: true });
      this.beat();
    }, globalThis.document?.hidden ? PING_UNSEEN : PING_EVERY);
  }

  /** Writes what is answered at once, and notices if it is not. */
  private ask(message: Message): void {
    this.write(message);
    this.silence ??= setTimeout(() => this.notice(), SILENCE);
  }

  private notice(): void {
    this.isSilent = true;
    this.on.link("silent");
    this.silence = setTimeout(() => this.giveUp(), GIVE_UP);
  }

  /** Something came: the line carries. */
  private hear(): void {
    clearTimeout(this.silence);
    this.silence = undefined;
    if (this.isSilent && this.live) this.on.link("live");
    this.isSilent = false;
  }

  private giveUp(): void {
    const { socket } = this;
    this.lost();
    socket?.close();
  }

  private read(message: object): void {
    this.hear();
    if ("protocol" in message) {
      const hello = message as Hello;
      this.on.clock(hello.now - Date.now());
      if (hello.protocol !== PROTOCOL) this.on.link("outdated");
    } else if ("ack" in message && message.ack === this.subscription && "more" in message) {
      const page = message as Page;
      this.since = page.n;
      this.on.page(page.events);
      this.subscribe();
    } else if ("ack" in message && message.ack === this.subscription && "table" in message) {
      this.joined(message as Subscribed);
    } else if ("ack" in message) {
      const ack = message as Ack;
      this.waiting.get(ack.ack)?.done(ack);
      this.waiting.delete(ack.ack);
    } else if ("refused" in message) {
      this.refuse(message as Refused);
    } else if ("event" in message) {
      const event = message as EventMessage;
      this.since = event.n;
      this.on.event(event);
    } else if ("presence" in message) {
      this.on.presence(message as Presence);
    }
  }

  private joined(message: Subscribed): void {
    this.live = true;
    this.wait = FIRST_WAIT;
    this.since = message.n;
    this.on.subscribed(message);
    this.on.link("live");
    for (const { message: unsent } of this.waiting.values()) this.write(unsent);
    this.beat();
  }

  private refuse(message: Refused): void {
    const why = new Refusal(message.code, message.details, message.sentence);
    if (message.refused === this.subscription) {
      if (!PASSING.includes(message.code)) {
        this.closed = true;
        this.on.refused?.(why);
        this.on.link("refused");
      }
      this.socket?.close();
      return;
    }
    if (message.refused === null) return;
    this.waiting.get(message.refused)?.refused(why);
    this.waiting.delete(message.refused);
  }
}
