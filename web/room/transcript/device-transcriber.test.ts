import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  recognitionBrowser as browser,
  LocalRecognition,
  recognized,
  resetLocalRecognition,
} from "../../testing/local-recognition.ts";
import { DeviceTranscriber } from "./device-transcriber.ts";
import { localRecognition, type RecognitionClass } from "./speech-recognition.ts";
import type { SpokenUtterance, TranscriberState } from "./transcriber.ts";

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

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  resetLocalRecognition();
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
    expect(browser.created[0]).toMatchObject({ lang: "en-US", processLocally: true, isStarted: true });
    vi.setSystemTime(1_005_000);
    browser.created[0]?.onresult?.(recognized("I would", false));
    vi.setSystemTime(1_008_000);
    browser.created[0]?.onresult?.(recognized(" I would start. ", true));
    expect(heard).toMatchObject([
      { language: "en", startedAt: 1_005_000, endedAt: 1_008_000, words: { text: "I would start." } },
    ]);
  });

  it("starts again after silence, but not after it was stopped", async () => {
    const { transcriber } = listen();
    await vi.advanceTimersByTimeAsync(5_000);
    browser.created[0]?.onerror?.({ error: "no-speech" });
    browser.created[0]?.onend?.();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(browser.created).toHaveLength(2);
    transcriber.stop();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(browser.created).toHaveLength(2);
    expect(browser.created[1]?.isStarted).toBe(false);
  });

  it("installs a language pack when the device has none yet", async () => {
    const { states } = listen("hi");
    await vi.advanceTimersByTimeAsync(0);
    expect(states).toEqual(["starting", "installing", "listening"]);
    expect(browser.created[0]?.lang).toBe("hi-IN");
  });

  it("reports that it is unavailable, and does not listen", async () => {
    browser.installs = false;
    const unknown = [listen("hi"), listen("en", null)];
    browser.known = {};
    unknown.push(listen("en"));
    await vi.advanceTimersByTimeAsync(0);
    for (const { states } of unknown) expect(states.at(-1)).toBe("unavailable");
    expect(browser.created).toEqual([]);
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

  it("restarts after an interruption on the device again", async () => {
    listen();
    await vi.advanceTimersByTimeAsync(5_000);
    browser.created[0]?.onerror?.({ error: "network" });
    browser.created[0]?.onend?.();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(browser.created.map(({ processLocally }) => processLocally)).toEqual([true, true]);
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
