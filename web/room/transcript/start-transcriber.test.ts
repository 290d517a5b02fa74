import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { RecognitionClass } from "./speech-recognition.ts";
import { startTranscriber } from "./start-transcriber.ts";
import type { TranscriberState } from "./transcriber.ts";

/* Uses stand-ins for on-device recognition and audio, which only browsers have. */

class EnglishRecognition {
  static available = async ({ langs }: { langs: readonly string[] }) =>
    langs[0] === "en-IN" ? "available" : "unavailable";
  static install = async () => false;
  processLocally = false;
  onresult = null;
  onerror = null;
  onend = null;
  start() {}
  abort() {}
}

let states: TranscriberState[] = [];

function start(language: "en" | "hi", hasService = false) {
  return startTranscriber({
    hasService,
    track: {} as MediaStreamTrack,
    language,
    listener: { onUtterance: () => undefined, onState: (state) => states.push(state) },
    recognition: EnglishRecognition as unknown as RecognitionClass,
  });
}

beforeEach(() => {
  states = [];
  vi.stubGlobal(
    "AudioContext",
    class {
      readonly state = "running";
      readonly audioWorklet = { addModule: () => new Promise(() => undefined) };
      close() {}
    },
  );
});
afterEach(() => vi.unstubAllGlobals());
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
