import type { Room } from "@greenroom/contract/room/room.ts";
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  LocalRecognition,
  recognitionBrowser,
  resetLocalRecognition,
} from "../../../testing/local-recognition.ts";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { sampleRoom } from "../../../testing/sample-data.ts";
import { TranscriptConsent } from "./transcript-consent.tsx";

const person = { lastName: "Rao", isPresent: true } as const;

function show(changed: Partial<Room["transcript"]> = {}) {
  const room: Room = {
    ...sampleRoom,
    parties: [
      { ...person, _id: "1", firstName: "Kavya", role: "interviewee", isYou: true },
      { ...person, _id: "2", firstName: "Meera", role: "interviewer", isYou: false },
    ],
    transcript: { ...sampleRoom.transcript, hasService: false, ...changed },
  };
  renderScreen(<TranscriptConsent room={room} />);
}

beforeEach(() => {
  resetLocalRecognition();
  vi.stubGlobal("SpeechRecognition", LocalRecognition);
});
afterEach(() => vi.unstubAllGlobals());

const cannot = /^This browser cannot transcribe speech on your device/;
const agreedByBoth: Partial<Room["transcript"]> = {
  agreed: ["interviewee", "interviewer"],
  bothSince: sampleRoom.startTime,
};

describe("the transcript's explanation", () => {
  it("says before one agrees that this browser has no speech recognition for the language", async () => {
    recognitionBrowser.known = {};
    show();
    expect(await screen.findByText(cannot)).toBeDefined();
  });

  it("says that the browser transcribes when it can, without downloading anything", async () => {
    show();
    expect(await screen.findByText(/^Your browser transcribes your words on this device/)).toBeDefined();
    expect(screen.queryByText(cannot)).toBeNull();
    expect(recognitionBrowser.asked.every((options) => "langs" in options)).toBe(true);
  });

  it("says before one agrees that the browser must download the language, and promises no words", async () => {
    recognitionBrowser.known = { "en-IN": "downloadable" };
    show(agreedByBoth);
    expect(await screen.findByText(/^Your browser must download this language/)).toBeDefined();
    expect(
      screen.getByText(/^You have both agreed\. Your words are transcribed if your browser can/),
    ).toBeDefined();
  });

  it("does not promise words that are left out", async () => {
    vi.stubGlobal("SpeechRecognition", undefined);
    show(agreedByBoth);
    expect(await screen.findByText(/^You have both agreed\. Your own words are left out/)).toBeDefined();
    expect(screen.queryByText(/Your words are transcribed/)).toBeNull();
  });

  it("says to both that the other's browser, too, may leave words out", () => {
    show();
    expect(screen.getByText(/if Meera’s browser cannot, Meera’s words are left out/)).toBeDefined();
  });

  it("says nothing of browsers when the site has a service", () => {
    show({ hasService: true });
    expect(screen.queryByText(/Meera’s browser/)).toBeNull();
  });
});
