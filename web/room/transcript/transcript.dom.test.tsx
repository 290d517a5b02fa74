import type { Room } from "@greenroom/contract/room/room.ts";
import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import {
  LocalRecognition,
  recognitionBrowser,
  resetLocalRecognition,
} from "../../testing/local-recognition.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleRoom, sampleUser, storeSession } from "../../testing/sample-data.ts";
import type { SpokenUtterance } from "./device-transcriber.ts";
import { UtteranceSender } from "./running-transcript.tsx";
import { TranscriptConsent } from "./transcript-consent.tsx";

describe("transcript consent", () => {
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
  const cannot = /^This browser cannot turn speech into text on your device/;
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
      expect(
        await screen.findByText(/^Speech becomes text on your device\. Audio never leaves it\. If/),
      ).toBeDefined();
      expect(screen.queryByText(cannot)).toBeNull();
      expect(recognitionBrowser.asked.every((options) => "langs" in options)).toBe(true);
    });

    it("says before one agrees that the browser must download the language, and promises no words", async () => {
      recognitionBrowser.known = { "en-IN": "downloadable" };
      show(agreedByBoth);
      expect(await screen.findByText(/Your browser downloads the language first\./)).toBeDefined();
      expect(
        screen.getByText(/^You have both agreed\. Your words are left out if your browser cannot download/),
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
      expect(screen.getByText(/If Meera’s browser cannot do this, Meera’s words are left out/)).toBeDefined();
    });

    it("says nothing of browsers when the site has a service", () => {
      show({ hasService: true });
      expect(screen.queryByText(/Meera’s browser/)).toBeNull();
    });
  });
});

describe("utterance sender", () => {
  const calls = serveCallAnswers();
  const bookingId = "0190a5b8-7c00-7000-8000-0000000000b2";
  const path = `POST /api/rooms/${bookingId}/utterances`;
  const stored = { status: 201, body: { id: bookingId, at: "2026-11-20T12:30:00.000Z" } };
  const refused = { status: 409, body: { code: "conflict", msg: "The transcript is off." } };

  function utterance(text: string, secondsAgo = 4): SpokenUtterance {
    const startedAt = Date.now() - secondsAgo * 1000;
    return {
      id: crypto.randomUUID(),
      language: "en",
      startedAt,
      endedAt: startedAt + 2_000,
      words: { text },
    };
  }

  let opened: UtteranceSender[] = [];
  afterEach(() => {
    // A sender that still waits would send its utterances during the next test.
    for (const sender of opened) sender.setOpen(false);
    opened = [];
  });

  function openSender(): UtteranceSender {
    storeSession(sampleUser);
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const sender = new UtteranceSender(bookingId);
    opened.push(sender);
    sender.setOpen(true);
    return sender;
  }

  const sent = () => calls.sent.map(({ body }) => body as { id: string; text: string });

  it("sends words in order, and again under their id when the answer was lost", async () => {
    calls.set({ [path]: ["cut", stored] });
    const sender = openSender();
    sender.add(utterance("first"));
    sender.add(utterance("second"));
    await waitFor(() => expect(sent().map(({ text }) => text)).toEqual(["first", "first", "second"]));
    expect(sent()[1]?.id).toBe(sent()[0]?.id);
  });

  it("drops words that the server refuses, and sends the next", async () => {
    calls.set({ [path]: [refused, stored] });
    const sender = openSender();
    sender.add(utterance("too late"));
    sender.add(utterance("next"));
    await waitFor(() => expect(sent().map(({ text }) => text)).toEqual(["too late", "next"]));
  });

  it("sends nothing after the transcript ended, neither what waits nor what follows", async () => {
    calls.set({ [path]: ["cut", stored] });
    const sender = openSender();
    sender.add(utterance("on its way"));
    sender.add(utterance("waiting"));
    await waitFor(() => expect(sent()).toHaveLength(1));
    sender.setOpen(false);
    sender.add(utterance("after the end"));
    // Both agree again: only what is said from now on is sent.
    sender.setOpen(true);
    sender.add(utterance("again"));
    await waitFor(() => expect(sent().map(({ text }) => text)).toEqual(["on its way", "again"]));
  });

  it("drops words that are too old for the server", async () => {
    calls.set({ [path]: stored });
    const sender = openSender();
    sender.add(utterance("ten minutes ago", 600));
    sender.add(utterance("now"));
    await waitFor(() => expect(sent().map(({ text }) => text)).toEqual(["now"]));
  });
});
