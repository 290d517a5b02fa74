import { describe, expect, it } from "vitest";
import { type CutUtterance, EnergyGate, usualGate } from "./energy-gate.ts";

const samplesPerSecond = 16_000;
const frameLength = 320;

/** A tone of some loudness, in frames as an AudioWorklet sends them. */
function frames(seconds: number, level: number): Float32Array[] {
  return Array.from({ length: Math.round((seconds * samplesPerSecond) / frameLength) }, () =>
    Float32Array.from({ length: frameLength }, (_, index) => level * Math.sin((index * 2 * Math.PI) / 40)),
  );
}

/** Somebody who talks without a pause: syllables, with a softer moment between two of them. */
function talk(seconds: number, level = 0.2): [number, number][] {
  return Array.from({ length: Math.round(seconds / 0.5) }, (): [number, number][] => [
    [0.42, level],
    [0.08, level / 10],
  ]).flat();
}

function cut(...stretches: [seconds: number, level: number][]): { from: number; to: number }[] {
  const gate = new EnergyGate({ ...usualGate, samplesPerSecond });
  const cuts = stretches
    .flatMap(([seconds, level]) => frames(seconds, level))
    .map((frame) => gate.push(frame));
  return [...cuts, gate.flush()]
    .filter((found): found is CutUtterance => found !== null)
    .map(({ from, to, samples }) => {
      expect(samples.length).toBe(to - from);
      return { from: from / samplesPerSecond, to: to / samplesPerSecond };
    });
}

describe("the energy gate", () => {
  it("splits speech at its pauses, and includes a little from before each part", () => {
    const cuts = cut([1, 0.001], [2, 0.2], [1.5, 0.001], [1, 0.2], [1.5, 0.001]);
    expect(cuts).toHaveLength(2);
    expect(cuts[0]?.from).toBeCloseTo(0.7, 1);
    expect(cuts[0]?.to).toBeCloseTo(3.8, 1);
    expect(cuts[1]?.from).toBeGreaterThanOrEqual(cuts[0]?.to ?? 0);
  });

  it("detects nothing in silence or a steady hum", () => {
    expect(cut([60, 0])).toEqual([]);
    expect(cut([60, 0.009])).toEqual([]);
  });

  it("does not count a click as speech", () => {
    expect(cut([1, 0.001], [0.1, 0.8], [2, 0.001])).toEqual([]);
  });

  it("keeps a sentence with short pauses in one piece", () => {
    expect(cut([1, 0.2], [0.4, 0.001], [1, 0.2], [2, 0.001])).toHaveLength(1);
  });

  it("splits long speech without losing any of it", () => {
    const cuts = cut(...talk(50));
    expect(cuts).toHaveLength(3);
    expect(cuts.map(({ from, to }) => Math.round(to - from))).toEqual([20, 20, 10]);
    expect(cuts[1]?.from).toBe(cuts[0]?.to);
  });

  it("counts a loud, steady fan as one utterance at most, and still finds speech over it", () => {
    const cuts = cut([1, 0.001], [120, 0.03], [2, 0.3], [60, 0.03]);
    expect(cuts).toHaveLength(2);
    expect((cuts[0]?.to ?? 0) - (cuts[0]?.from ?? 0)).toBeLessThan(6);
    expect(cuts[1]?.from).toBeCloseTo(120.7, 0);
  });

  it("passes nothing on in an hour of silence, and keeps less than a second of it", () => {
    const gate = new EnergyGate({ ...usualGate, samplesPerSecond });
    const quiet = [0, 0.001, 0.004].flatMap((level) => frames(1, level));
    let passed = 0;
    for (let second = 0; second < 3_600; second += 3)
      for (const frame of quiet) if (gate.push(frame) !== null) passed += 1;
    expect(passed).toBe(0);
    // Speech after the hour begins with only the lead of silence.
    for (const frame of frames(2, 0.2)) gate.push(frame);
    expect(gate.flush()?.samples.length).toBeLessThanOrEqual(2.4 * samplesPerSecond);
  });

  it("returns the current utterance when the stream ends", () => {
    expect(cut([0.5, 0.001], [1, 0.2])).toHaveLength(1);
  });
});
