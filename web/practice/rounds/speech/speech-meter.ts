import type { MeasuredSpeech } from "@greenroom/contract/practice/rounds.ts";

interface SpokenWords {
  startedAt: number;
  endedAt: number;
  text: string;
}

/** Measures the speech of a spoken answer. Times are milliseconds on the page's clock. */
export class SpeechMeter {
  readonly #listeningSince: number;
  #lastWordAt: number;
  #words = 0;
  #spoken = 0;
  #longestSilence = 0;

  constructor(listeningSince: number) {
    this.#listeningSince = listeningSince;
    this.#lastWordAt = listeningSince;
  }

  add({ startedAt, endedAt, text }: SpokenWords): void {
    const from = Math.max(startedAt, this.#lastWordAt);
    this.#longestSilence = Math.max(this.#longestSilence, from - this.#lastWordAt);
    this.#spoken += Math.max(0, endedAt - from);
    this.#words += text.split(/\s+/).filter(Boolean).length;
    this.#lastWordAt = Math.max(this.#lastWordAt, endedAt);
  }

  /** The measurements up to now; null without any speech. */
  read(now: number): MeasuredSpeech | null {
    if (this.#words === 0) return null;
    const silence = Math.max(this.#longestSilence, now - this.#lastWordAt);
    const total = now - this.#listeningSince;
    return {
      words: this.#words,
      spokenSeconds: toSeconds(Math.min(this.#spoken, total)),
      longestSilenceSeconds: toSeconds(Math.min(silence, total)),
    };
  }
}

function toSeconds(milliseconds: number): number {
  return Math.min(7_200, Math.max(0, Math.round(milliseconds / 100) / 10));
}
