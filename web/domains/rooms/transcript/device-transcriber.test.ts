import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DeviceTranscriber } from "./device-transcriber.ts";
import { localRecognition, type Recognition, type RecognitionClass } from "./speech-recognition.ts";
import type { SpokenUtterance, TranscriberState } from "./transcriber.ts";

/* A fake of the browser's SpeechRecognition, which test browsers do not support on the device. */

const created: (Recognition & { isStarted: boolean })[] = [];
let known: Record<string, "available" | "downloadable" | "downloading" | "unavailable"> = {};
let installs = true;
/** The options of each call of `available` and `install`. */
let asked: object[] = [];

class LocalRecognition implements Recognition {
  static available = async (options: { langs: readonly string[] }) => {
    asked.push(options);
    return known[options.langs[0] ?? ""] ?? "unavailable";
  };
  static install = async (options: object) => {
    asked.push(options);
    return installs;
  };
  lang = "";
  continuous = false;
  interimResults = false;
  onresult: Recognition["onresult"] = null;
  onerror: Recognition["onerror"] = null;
  onend: Recognition["onend"] = null;
  isStarted = false;
  #isLocal = false;
  constructor() {
    created.push(this);
  }
  get processLocally() {
    return this.#isLocal;
  }
  set processLocally(value: boolean) {
    this.#isLocal = value;
  }
  start() {
    this.isStarted = true;
  }
  abort() {
    this.isStarted = false;
    this.onend?.();
  }
}

class CloudRecognition {
  start() {}
}

function listen(language: "en" | "hi" = "en", recognition: RecognitionClass | null = LocalRecognition) {
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
    transcriber: new DeviceTranscriber({ track, language, listener, recognition }),
  };
}

const result = (transcript: string, isFinal: boolean) => ({
  resultIndex: 0,
  results: { length: 1, 0: { isFinal, 0: { transcript } } },
});

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  created.length = 0;
  asked = [];
  installs = true;
  known = { "en-US": "available", "hi-IN": "downloadable" };
});
afterEach(() => vi.useRealTimers());

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
    expect(created[0]).toMatchObject({ lang: "en-US", processLocally: true, isStarted: true });
    vi.setSystemTime(1_005_000);
    created[0]?.onresult?.(result("I would", false));
    vi.setSystemTime(1_008_000);
    created[0]?.onresult?.(result(" I would start. ", true));
    expect(heard).toMatchObject([
      { language: "en", startedAt: 1_005_000, endedAt: 1_008_000, words: { text: "I would start." } },
    ]);
  });

  it("starts again after silence, but not after it was stopped", async () => {
    const { transcriber } = listen();
    await vi.advanceTimersByTimeAsync(5_000);
    created[0]?.onerror?.({ error: "no-speech" });
    created[0]?.onend?.();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(created).toHaveLength(2);
    transcriber.stop();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(created).toHaveLength(2);
    expect(created[1]?.isStarted).toBe(false);
  });

  it("installs a language pack when the device has none yet", async () => {
    const { states } = listen("hi");
    await vi.advanceTimersByTimeAsync(0);
    expect(states).toEqual(["starting", "installing", "listening"]);
    expect(created[0]?.lang).toBe("hi-IN");
  });

  it("reports that it is unavailable, and does not listen", async () => {
    installs = false;
    const unknown = [listen("hi"), listen("en", null)];
    known = {};
    unknown.push(listen("en"));
    await vi.advanceTimersByTimeAsync(0);
    for (const { states } of unknown) expect(states.at(-1)).toBe("unavailable");
    expect(created).toEqual([]);
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
      known = { "hi-IN": state };
      installs = isInstalled;
      const { states } = listen("hi");
      await vi.advanceTimersByTimeAsync(0);
      expect(states).toEqual(expected);
      for (const options of asked) expect(options).toMatchObject({ processLocally: true });
      expect(created.map(({ processLocally }) => processLocally)).toEqual(
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
    expect(created).toEqual([]);
  });

  it("restarts after an interruption on the device again", async () => {
    listen();
    await vi.advanceTimersByTimeAsync(5_000);
    created[0]?.onerror?.({ error: "network" });
    created[0]?.onend?.();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(created.map(({ processLocally }) => processLocally)).toEqual([true, true]);
  });

  it("gives up when the browser forbids it", async () => {
    const { states } = listen();
    await vi.advanceTimersByTimeAsync(0);
    created[0]?.onerror?.({ error: "service-not-allowed" });
    created[0]?.onend?.();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(states.at(-1)).toBe("unavailable");
    expect(created).toHaveLength(1);
  });
});
