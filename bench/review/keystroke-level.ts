/* The Keystroke-Level Model: Card, Moran and Newell, "The keystroke-level model for user performance time with
   interactive systems", Communications of the ACM 23(7), 1980. The press of a mouse button is a separate operator
   since Kieras, "Using the keystroke-level model to estimate execution times", 2001. */

/** Seconds of each operator. */
export const operatorSeconds = {
  /** A key, of an average typist who is not a secretary. Shift is a key of its own. */
  K: 0.28,
  /** Pointing at a target with the mouse. */
  P: 1.1,
  /** Pressing or releasing the mouse button. */
  B: 0.1,
  /** Moving the hand between keyboard and mouse. */
  H: 0.4,
  /** Preparing the next step in one's mind. */
  M: 1.35,
} as const;
export type Operator = keyof typeof operatorSeconds;
const operators = Object.keys(operatorSeconds) as Operator[];

/** Silent reading of English non-fiction: Brysbaert, Journal of Memory and Language 109, 2019. */
export const readWordsPerMinute = 238;
/**
 * Composing text of one's own at a keyboard, with its corrections: Karat, Halverson, Horn and Karat, "Patterns of entry
 * and correction in large vocabulary continuous speech recognition systems", CHI 1999.
 */
export const composedWordsPerMinute = 19;
/** Copying a text at a keyboard, in the same study. */
export const copiedWordsPerMinute = 32.5;

/** The seconds of a review by what they are spent on. */
export interface SpentSeconds {
  keys: number;
  mouse: number;
  mental: number;
  response: number;
  /** What composing takes beyond the keys of the text. */
  composing: number;
  reading: number;
}

/** Everything that one person does to write one review. */
export interface Work {
  counts: Record<Operator, number>;
  /** Seconds for which the person waited for the browser. */
  response: number;
  composed: { words: number; keys: number };
  readWords: number;
}

export function startWork(): Work {
  return {
    counts: { K: 0, P: 0, B: 0, H: 0, M: 0 },
    response: 0,
    composed: { words: 0, keys: 0 },
    readWords: 0,
  };
}

/** A capital letter or a sign of the upper row needs Shift as well (on a US keyboard). */
export function countKeys(text: string): number {
  return [...text].reduce((sum, sign) => sum + (/[A-Z~!@#$%^&*()_+{}|:"<>?]/.test(sign) ? 2 : 1), 0);
}

export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/**
 * Composing takes as long as its words at the given rate, and never less than its keys. The rate includes the keys, so
 * `composing` is only what is left of it.
 */
export function secondsOf(work: Work, wordsPerMinute = composedWordsPerMinute): SpentSeconds {
  const { counts, composed, readWords, response } = work;
  const of = (name: Operator) => counts[name] * operatorSeconds[name];
  const typing = composed.keys * operatorSeconds.K;
  return {
    keys: of("K"),
    mouse: of("P") + of("B") + of("H"),
    mental: of("M"),
    response,
    composing: Math.max((composed.words / wordsPerMinute) * 60 - typing, 0),
    reading: (readWords / readWordsPerMinute) * 60,
  };
}

export function totalSeconds(spent: SpentSeconds): number {
  return Object.values(spent).reduce((sum, seconds) => sum + seconds, 0);
}

/** "K 790, P 12, B 24, H 12, M 14" */
export function describeCounts({ counts }: Work): string {
  return operators.map((name) => `${name} ${counts[name]}`).join(", ");
}
