import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  recognitionBrowser as browser,
  LocalRecognition,
  recognized,
  resetLocalRecognition,
} from "../../testing/local-recognition.ts";
import {
  DeviceTranscriber,
  localRecognition,
  type RecognitionClass,
  type SpokenUtterance,
  type TranscriberState,
} from "./device-transcriber.ts";
import { startTranscriber } from "./running-transcript.tsx";
import { type CutUtterance, EnergyGate, encodeWav, resample, wavRate } from "./service-transcriber.ts";

describe("start transcriber", () => {
  /* Uses stand-ins for on-device recognition and audio, which only browsers have. */

  let states: TranscriberState[] = [];

  function start(language: "en" | "hi", hasService = false) {
    return startTranscriber({
      hasService,
      track: {} as MediaStreamTrack,
      language,
      listener: { onUtterance: () => undefined, onState: (state) => states.push(state) },
    });
  }

  beforeEach(() => {
    states = [];
    resetLocalRecognition();
    browser.known = { "en-IN": "available" };
    vi.stubGlobal("SpeechRecognition", LocalRecognition);
    vi.stubGlobal(
      "AudioContext",
      class {
        readonly state = "running";
        readonly audioWorklet = { addModule: () => new Promise(() => undefined) };
        close() {}
      },
    );
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));

  describe("the way in which speech is transcribed", () => {
    it("is the browser's own recognition where it supports the language", async () => {
      start("en");
      await settle();
      expect(states.at(-1)).toBe("listening");
    });

    it("is none where it does not", async () => {
      start("hi");
      await settle();
      expect(states.at(-1)).toBe("unavailable");
    });

    it("is the operator's service wherever one is set", async () => {
      start("hi", true);
      await settle();
      expect(states).toEqual(["starting"]);
    });
  });
});

describe("device transcriber", () => {
  class CloudRecognition {
    start() {}
  }

  function listen(language: "en" | "hi" = "en", recognition: RecognitionClass | null = LocalRecognition) {
    vi.stubGlobal("SpeechRecognition", recognition ?? undefined);
    const utterances: SpokenUtterance[] = [];
    const states: TranscriberState[] = [];
    const listener = {
      onUtterance: (utterance: SpokenUtterance) => void utterances.push(utterance),
      onState: (state: TranscriberState) => void states.push(state),
    };
    const track = {} as MediaStreamTrack;
    return {
      heard: utterances,
      states,
      transcriber: new DeviceTranscriber({ track, language, listener }),
    };
  }

  beforeEach(() => {
    vi.useFakeTimers({ now: 1_000_000 });
    resetLocalRecognition();
  });
  describe("a browser's speech recognition", () => {
    it("is used only where it runs on the device", () => {
      expect(localRecognition({ SpeechRecognition: LocalRecognition })).toBe(LocalRecognition);
      expect(localRecognition({ SpeechRecognition: CloudRecognition })).toBeNull();
      expect(localRecognition({ webkitSpeechRecognition: CloudRecognition })).toBeNull();
      expect(localRecognition({})).toBeNull();
    });

    it("writes down whole sentences with their times, on the device", async () => {
      const { heard, states } = listen();
      await vi.advanceTimersByTimeAsync(0);
      expect(states).toEqual(["starting", "listening"]);
      expect(browser.created[0]).toMatchObject({ lang: "en-US", processLocally: true, isStarted: true });
      vi.setSystemTime(1_005_000);
      browser.created[0]?.onresult?.(recognized("I would", false));
      vi.setSystemTime(1_008_000);
      browser.created[0]?.onresult?.(recognized(" I would start. ", true));
      expect(heard).toMatchObject([
        { language: "en", startedAt: 1_005_000, endedAt: 1_008_000, words: { text: "I would start." } },
      ]);
    });

    it.each(["no-speech", "network"])(
      "starts again after %s, but not after it was stopped",
      async (error) => {
        const { transcriber } = listen();
        await vi.advanceTimersByTimeAsync(5_000);
        browser.created[0]?.onerror?.({ error });
        browser.created[0]?.onend?.();
        await vi.advanceTimersByTimeAsync(1_000);
        expect(browser.created.map(({ processLocally }) => processLocally)).toEqual([true, true]);
        transcriber.stop();
        await vi.advanceTimersByTimeAsync(10_000);
        expect(browser.created).toHaveLength(2);
        expect(browser.created[1]?.isStarted).toBe(false);
      },
    );

    it("reports that a browser without one is unavailable", async () => {
      const { states } = listen("en", null);
      await vi.advanceTimersByTimeAsync(0);
      expect(states.at(-1)).toBe("unavailable");
    });

    it.each([
      ["available", true, ["starting", "listening"]],
      ["downloadable", true, ["starting", "installing", "listening"]],
      ["downloading", true, ["starting", "installing", "listening"]],
      ["downloadable", false, ["starting", "installing", "unavailable"]],
      ["downloading", false, ["starting", "installing", "unavailable"]],
      ["unavailable", true, ["starting", "unavailable"]],
    ] as const)(
      "that is %s (installed: %s) is only ever asked for and used on the device",
      async (state, isInstalled, expected) => {
        browser.known = { "hi-IN": state };
        browser.installs = isInstalled;
        const { states } = listen("hi");
        await vi.advanceTimersByTimeAsync(0);
        expect(states).toEqual(expected);
        for (const options of browser.asked) expect(options).toMatchObject({ processLocally: true });
        expect(browser.created.map(({ processLocally }) => processLocally)).toEqual(
          expected.at(-1) === "listening" ? [true] : [],
        );
      },
    );

    it.each(["available", "install"] as const)("is not used when its %s fails", async (method) => {
      class Broken extends LocalRecognition {}
      const reject = () => Promise.reject(new DOMException("Blocked by policy", "NotAllowedError"));
      if (method === "available") Broken.available = reject;
      else Broken.install = reject;
      vi.spyOn(console, "warn").mockImplementation(() => undefined);
      const { states } = listen("hi", Broken);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(states.at(-1)).toBe("unavailable");
      expect(browser.created).toEqual([]);
    });

    it("gives up when the browser forbids it", async () => {
      const { states } = listen();
      await vi.advanceTimersByTimeAsync(0);
      browser.created[0]?.onerror?.({ error: "service-not-allowed" });
      browser.created[0]?.onend?.();
      await vi.advanceTimersByTimeAsync(10_000);
      expect(states.at(-1)).toBe("unavailable");
      expect(browser.created).toHaveLength(1);
    });
  });
});

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
  const gate = new EnergyGate(samplesPerSecond);
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
    const gate = new EnergyGate(samplesPerSecond);
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
