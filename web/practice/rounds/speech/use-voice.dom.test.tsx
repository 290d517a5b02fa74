import type { MeasuredSpeech } from "@greenroom/contract/practice/rounds.ts";
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RequireRole } from "../../../session/require-role.tsx";
import { serveCallAnswers } from "../../../testing/call-answers.ts";
import {
  LocalRecognition,
  recognitionBrowser,
  recognized,
  resetLocalRecognition,
} from "../../../testing/local-recognition.ts";
import { provideMediaDevices } from "../../../testing/media-devices.ts";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../../testing/sample-data.ts";
import { AnswerBox } from "../round/answer-box.tsx";

const calls = serveCallAnswers();
const devices = provideMediaDevices();

beforeEach(() => {
  resetLocalRecognition();
  vi.stubGlobal("SpeechRecognition", LocalRecognition);
  calls.set({ "GET /api/user/profile": { body: sampleUser } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function openBox() {
  storeSession(sampleUser);
  const sent: { text: string; speech: MeasuredSpeech | null }[] = [];
  const { user, unmount } = renderScreen(
    <RequireRole allow="interviewee" loading={null}>
      <AnswerBox
        name="spoken"
        label="Your answer"
        submitLabel="Send"
        isPending={false}
        error={null}
        onSubmit={async (answer) => void sent.push(answer)}
      />
    </RequireRole>,
  );
  const field = await screen.findByLabelText<HTMLTextAreaElement>("Your answer");
  return {
    sent,
    field,
    unmount,
    press: (name: string) => user.click(screen.getByRole("button", { name })),
    type: (text: string) => user.type(field, text),
  };
}

const note = () =>
  screen
    .getAllByRole("status")
    .map(({ textContent }) => textContent)
    .join("");
const microphone = () => devices.tracks.at(-1);
const speak = (sentence: string) =>
  act(() => {
    const recognition = recognitionBrowser.created.at(-1);
    recognition?.onresult?.(recognized(sentence.slice(0, 4), false));
    recognition?.onresult?.(recognized(sentence, true));
  });

async function listen() {
  const box = await openBox();
  await box.press("Answer by voice");
  await waitFor(() => expect(note()).toMatch(/^Listening/));
  return box;
}

describe("an answer by voice", () => {
  it("is written after the text in the field, sentence by sentence", async () => {
    const { field, type } = await listen();
    await type("First:");
    speak("I count the rows.");
    speak("Then I sort them.");
    expect(field.value).toBe("First: I count the rows. Then I sort them.");
    expect(recognitionBrowser.created[0]?.processLocally).toBe(true);
  });

  it("releases the microphone when it is stopped, and says nothing more", async () => {
    const { press, field } = await listen();
    expect(microphone()?.readyState).toBe("live");
    await press("Stop listening");
    expect(microphone()?.readyState).toBe("ended");
    expect(note()).toBe("");
    speak("Nobody hears this.");
    expect(field.value).toBe("");
    expect(screen.getByRole("button", { name: "Answer by voice" })).toBeDefined();
  });

  it("is sent with its measurements, also those from before a pause", async () => {
    const { press, sent } = await listen();
    speak("I count the rows.");
    await press("Stop listening");
    await press("Answer by voice");
    await waitFor(() => expect(recognitionBrowser.created).toHaveLength(2));
    speak("Then I sort.");
    await press("Send");
    expect(sent).toMatchObject([{ text: "I count the rows. Then I sort.", speech: { words: 7 } }]);
    expect(devices.tracks.map(({ readyState }) => readyState)).toEqual(["ended", "ended"]);
  });

  it("that was typed has no measurements", async () => {
    const { press, type, sent } = await openBox();
    await type("By hand.");
    await press("Send");
    expect(sent).toEqual([{ text: "By hand.", speech: null }]);
  });

  it("releases the microphone when the page is left", async () => {
    const { unmount } = await listen();
    unmount();
    expect(microphone()?.readyState).toBe("ended");
  });
});

describe("a browser that cannot listen", () => {
  it("offers no voice without recognition on the device", async () => {
    vi.stubGlobal("SpeechRecognition", class {});
    await openBox();
    expect(screen.queryByRole("button", { name: "Answer by voice" })).toBeNull();
  });

  it("says that the microphone is blocked, and asks again at the next press", async () => {
    devices.refusals.microphone = "NotAllowedError";
    const { press } = await openBox();
    await press("Answer by voice");
    await waitFor(() => expect(note()).toMatch(/^The microphone is blocked\./));
    delete devices.refusals.microphone;
    await press("Answer by voice");
    await waitFor(() => expect(note()).toMatch(/^Listening/));
  });

  it("asks to type when it knows no language of the device, and releases the microphone", async () => {
    recognitionBrowser.known = {};
    const { press } = await openBox();
    await press("Answer by voice");
    await waitFor(() => expect(note()).toMatch(/Please type your answer\.$/));
    expect(microphone()?.readyState).toBe("ended");
  });

  it("tries again at the next press", async () => {
    recognitionBrowser.known = {};
    const { press } = await openBox();
    await press("Answer by voice");
    await waitFor(() => expect(note()).toMatch(/Please type your answer\.$/));
    resetLocalRecognition();
    await press("Answer by voice");
    await waitFor(() => expect(note()).toMatch(/^Listening/));
  });

  it("can be stopped while it asks for the microphone", async () => {
    devices.refusals.microphone = "asking";
    const { press } = await openBox();
    await press("Answer by voice");
    expect(note()).toBe("Starting…");
    await press("Stop listening");
    expect(note()).toBe("");
  });
});

describe("a recognition that ends by itself", () => {
  it("begins again, and writes what is said then", async () => {
    const { field } = await listen();
    speak("I count the rows.");
    act(() => recognitionBrowser.created.at(-1)?.onend?.());
    await waitFor(() => expect(recognitionBrowser.created).toHaveLength(2));
    speak("Then I sort.");
    expect(field.value).toBe("I count the rows. Then I sort.");
    expect(microphone()?.readyState).toBe("live");
  });

  it("is over for good when the browser forbids it, and releases the microphone", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const { field, press, sent } = await listen();
    speak("I count the rows.");
    act(() => {
      const recognition = recognitionBrowser.created.at(-1);
      recognition?.onerror?.({ error: "not-allowed" });
      recognition?.onend?.();
    });
    await waitFor(() => expect(note()).toMatch(/Please type your answer\.$/));
    expect(microphone()?.readyState).toBe("ended");
    expect(field.value).toBe("I count the rows.");
    await press("Send");
    expect(sent).toMatchObject([{ text: "I count the rows." }]);
  });
});
