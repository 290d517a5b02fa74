/** A generator of pseudo-random choices (mulberry32): the same seed gives the same choices on every machine. */
export interface Random {
  /** 0 up to, but not including, 1. */
  next(): number;
  /** A whole number from 0 up to, but not including, `end`. */
  below(end: number): number;
  /** Undefined when the list is empty. */
  pick<T>(values: readonly T[]): T | undefined;
  chance(probability: number): boolean;
  /** A generator whose choices do not depend on how often this one is used. */
  fork(name: string | number): Random;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const random: Random = {
    next() {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
    },
    below: (end) => Math.floor(random.next() * end),
    pick: (values) => values[random.below(values.length)],
    chance: (probability) => random.next() < probability,
    fork: (name) => createRandom(hash(`${seed} ${name}`)),
  };
  return random;
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
}
