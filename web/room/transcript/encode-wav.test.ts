import { describe, expect, it } from "vitest";
import { encodeWav, resample, wavRate } from "./encode-wav.ts";

const tone = (hertz: number, rate: number, seconds: number) =>
  Float32Array.from({ length: rate * seconds }, (_, index) => Math.sin((index * hertz * 2 * Math.PI) / rate));
const power = (samples: Float32Array) =>
  samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length;

describe("a WAV file", () => {
  it("has a header with 16-bit mono at 16 kHz, and the stated number of bytes", () => {
    const view = new DataView(encodeWav(new Float32Array(1_000)));
    const text = (at: number, length: number) =>
      String.fromCharCode(...new Uint8Array(view.buffer, at, length));
    expect([text(0, 4), text(8, 8), text(36, 4)]).toEqual(["RIFF", "WAVEfmt ", "data"]);
    expect([view.getUint16(20, true), view.getUint16(22, true), view.getUint32(24, true)]).toEqual([
      1, 1, 16_000,
    ]);
    expect([view.getUint32(28, true), view.getUint16(34, true)]).toEqual([32_000, 16]);
    expect([view.getUint32(4, true), view.getUint32(40, true), view.byteLength]).toEqual([
      2_036, 2_000, 2_044,
    ]);
  });

  it("clips samples that are too loud", () => {
    const view = new DataView(encodeWav(Float32Array.of(0, 0.5, 1, 7, -7)));
    const samples = [0, 1, 2, 3, 4].map((index) => view.getInt16(44 + index * 2, true));
    expect(samples).toEqual([0, 16_384, 32_767, 32_767, -32_767]);
  });
});

describe("resampling", () => {
  it.each([48_000, 44_100])("from %i keeps the length and the tones of speech", (rate) => {
    const resampled = resample(tone(440, rate, 1), rate, wavRate);
    expect(Math.abs(resampled.length - wavRate)).toBeLessThan(2);
    expect(power(resampled)).toBeCloseTo(0.5, 1);
  });

  it("attenuates what 16 kHz cannot represent", () => {
    expect(power(resample(tone(16_000, 48_000, 1), 48_000, wavRate))).toBeLessThan(0.01);
  });
});
