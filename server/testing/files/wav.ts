import { wavOf } from "../../kernel/wav.ts";

const rate = 16_000;

/** A WAV file of 16-bit mono samples at 16 kHz: a tone, or silence when its level is 0. */
export function toneWav({ seconds = 1, level = 0.3 } = {}): Buffer {
  const sampleAt = (index: number) =>
    Math.round(Math.sin((index * 440 * 2 * Math.PI) / rate) * level * 32_767);
  return wavOf(
    Int16Array.from({ length: Math.round(seconds * rate) }, (_, index) => sampleAt(index)),
    rate,
  );
}
