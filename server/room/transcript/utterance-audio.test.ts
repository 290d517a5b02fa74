import { randomUUID } from "node:crypto";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BookedInterview, createBookedInterview } from "../../schedule/bookings/bookings.testing.ts";
import { createTestApp, type SignedUpUser, type TestApp } from "../../testing/app.ts";
import { toneWav } from "../../testing/files/wav.ts";
import {
  type LocalTranscription,
  startLocalTranscription,
} from "../../testing/providers/transcription-server.ts";

let service: LocalTranscription;
let app: TestApp;
let booked: BookedInterview;
let id: string;
let minutes = 2;
beforeAll(async () => {
  service = await startLocalTranscription();
  app = await createTestApp({ environment: service.settings });
  booked = await createBookedInterview(app);
  id = booked.booking._id;
  app.clock.set(addMinutes(new Date(booked.booking.startTime), 1));
});
// A test may end the transcript.
beforeEach(async () => {
  for (const { token } of [booked.interviewee, booked.interviewer]) await agree(token, true);
});
afterAll(async () => {
  await app.close();
  await service.close();
});

const agree = (token: string, value: boolean) =>
  app.call("PUT", `/api/rooms/${id}/transcript/consent`, { token, body: { agree: value } });

async function sendAudio(
  { token }: SignedUpUser,
  audio: Buffer,
  { utteranceId = randomUUID() as string, ago = "3", language = "en", field = "audio" } = {},
) {
  minutes += 0.5;
  app.clock.set(addMinutes(new Date(booked.booking.startTime), minutes));
  const body = new FormData();
  body.append(field, new Blob([new Uint8Array(audio)], { type: "audio/wav" }), "utterance.wav");
  const query = new URLSearchParams({ id: utteranceId, language, startedSecondsAgo: ago });
  return await app.call("POST", `/api/rooms/${id}/utterance-audio?${query}`, { token, body });
}

describe("speech that a service transcribes", () => {
  it("becomes the speaker's words, once, in the chosen language", async () => {
    service.say("पहले precision देखूँगी।");
    const utteranceId = randomUUID();
    const first = await sendAudio(booked.interviewee, toneWav({ seconds: 2 }), {
      utteranceId,
      language: "hi",
    });
    expect([first.status, first.body.text]).toEqual([200, "पहले precision देखूँगी।"]);
    const before = service.heard.length;
    const again = await sendAudio(booked.interviewee, toneWav({ seconds: 2 }), {
      utteranceId,
      language: "hi",
    });
    expect(again.body).toEqual(first.body);
    expect(service.heard).toHaveLength(before);
    expect(service.heard.at(-1)).toMatchObject({ seconds: 2, language: "hi" });
    const { items } = (await app.call("GET", `/api/rooms/${id}/record`, { token: booked.interviewer.token }))
      .body;
    const said = items.filter((item: { id: string }) => item.id === utteranceId);
    expect(said).toMatchObject([
      { kind: "utterance", personId: booked.interviewee.user._id, language: "hi" },
    ]);
    expect(Date.parse(said[0].endAt) - Date.parse(said[0].at)).toBe(2_000);
  });

  it("is not sent to the service if nobody speaks, because services invent words for silence", async () => {
    const before = service.heard.length;
    const silent = await sendAudio(booked.interviewee, toneWav({ level: 0 }));
    expect([silent.status, silent.body]).toEqual([200, null]);
    expect(service.heard).toHaveLength(before);
  });

  it.each([
    ["no WAV", Buffer.from("RIFF, or so it says"), 400],
    ["a truncated WAV", toneWav().subarray(0, 500), 400],
    ["too short a WAV", toneWav({ seconds: 0.05 }), 400],
    ["too long a WAV", toneWav({ seconds: 31 }), 413],
    ["random bytes", Buffer.alloc(5_000, 7), 400],
  ])("is refused when it is %s", async (_name, audio, status) => {
    const before = service.heard.length;
    expect((await sendAudio(booked.interviewee, audio)).status).toBe(status);
    expect(service.heard).toHaveLength(before);
  });

  it("is refused without its file, in an unknown language, or from too long ago", async () => {
    expect((await sendAudio(booked.interviewee, toneWav(), { field: "file" })).status).toBe(400);
    expect((await sendAudio(booked.interviewee, toneWav(), { language: "xx" })).status).toBe(400);
    expect((await sendAudio(booked.interviewee, toneWav(), { ago: "9999" })).status).toBe(400);
    expect((await sendAudio(booked.interviewee, toneWav(), { ago: "1e3" })).status).toBe(400);
    const json = { token: booked.interviewee.token, body: {} };
    const query = new URLSearchParams({ id: randomUUID(), language: "en", startedSecondsAgo: "1" });
    expect((await app.call("POST", `/api/rooms/${id}/utterance-audio?${query}`, json)).status).toBe(415);
  });

  it("can be sent again when the service is unavailable", async () => {
    for (const fault of ["500", "429", "401", "not-json"] as const) {
      service.failNext(fault);
      const away = await sendAudio(booked.interviewer, toneWav());
      expect([fault, away.status, away.headers.has("retry-after")]).toEqual([fault, 503, true]);
    }
    service.say("Tell me about precision.");
    expect((await sendAudio(booked.interviewer, toneWav())).body.text).toBe("Tell me about precision.");
  });

  it("is discarded when one party ends the transcript while the service is at work", async () => {
    service.say("These words came too late.");
    service.meanwhile = async () => {
      expect((await agree(booked.interviewer.token, false)).status).toBe(200);
    };
    const answer = await sendAudio(booked.interviewee, toneWav());
    expect([answer.status, answer.body.msg]).toEqual([
      409,
      "The transcript is off: it is written only while both of you agree.",
    ]);
    const record = await app.call("GET", `/api/rooms/${id}/record`, { token: booked.interviewer.token });
    expect(JSON.stringify(record.body)).not.toContain("came too late");
    for (const { token } of [booked.interviewee, booked.interviewer]) await agree(token, true);
  });

  it("is not transcribed if it cannot be added, because each call of the service costs money", async () => {
    const before = service.heard.length;
    const refused = await sendAudio(booked.interviewee, toneWav(), { ago: "500" });
    expect([refused.status, refused.body.msg]).toEqual([409, "This was said before the transcript began."]);
    const rows = Array.from({ length: 10 }, () => ({
      id: randomUUID(),
      bookingId: id,
      speakerId: booked.interviewer.user._id,
      language: "en" as const,
      text: "x".repeat(20_000),
      startedAt: app.clock.now(),
      endedAt: app.clock.now(),
    }));
    await app.deps.database.insertInto("roomUtterances").values(rows).execute();
    const full = await sendAudio(booked.interviewer, toneWav());
    expect([full.status, full.body.msg]).toEqual([409, "Your part of this transcript is full."]);
    expect(service.heard).toHaveLength(before);
    await app.deps.database.deleteFrom("roomUtterances").where("text", "=", "x".repeat(20_000)).execute();
  });

  it("is not transcribed after one party has ended the transcript", async () => {
    await agree(booked.interviewer.token, false);
    const before = service.heard.length;
    expect((await sendAudio(booked.interviewee, toneWav())).status).toBe(409);
    expect(service.heard).toHaveLength(before);
  });
});
