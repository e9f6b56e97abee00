// What moves and chance did, as the server tells it, by name. Names that several games have mean the same in all of them.

import type { Effect, PlainEffect } from "../net/protocol";

type Known = Exclude<Effect, PlainEffect>;
export type EffectName = Known["effect"];
export type NamedEffect<K extends EffectName> = Extract<Known, { effect: K }>;

export const isEffect = <K extends EffectName>(one: Effect, name: K): one is NamedEffect<K> => one.effect === name;

/** Those with a name. */
export const effectsNamed = <K extends EffectName>(effects: readonly Effect[], name: K): NamedEffect<K>[] =>
  effects.filter((one): one is NamedEffect<K> => isEffect(one, name));
