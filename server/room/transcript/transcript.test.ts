import { randomUUID } from "node:crypto";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BookedInterview, createBookedInterview } from "../../schedule/bookings/bookings.testing.ts";
import { createTestApp, type SignedUpUser, type TestApp } from "../../testing/app.ts";
import { fileForm, toneWav } from "../../testing/files.ts";
import {
  type LocalTranscription,
  startLocalTranscription,
} from "../../testing/providers/transcription-server.ts";
import { app, booked, join, roomId, useOpenRoom } from "../../testing/rooms.ts";

describe("transcript", () => {
  useOpenRoom();

  const into = (minutes: number) => app.clock.set(addMinutes(new Date(booked.booking.startTime), minutes));
  const consent = (by: SignedUpUser, agree: boolean) =>
    app.put(by, `/api/rooms/${roomId}/transcript/consent`, { agree });
  const utterance = (change: object = {}) => ({
    id: randomUUID(),
    text: "I would start from precision.",
    language: "en",
    startedSecondsAgo: 4,
    durationSeconds: 3,
    ...change,
  });
  const say = (by: SignedUpUser, body: object = utterance()) =>
    app.post(by, `/api/rooms/${roomId}/utterances`, body);
  const itemsOf = async (by: SignedUpUser, kind: string) =>
    (await app.read(by, `/api/rooms/${roomId}/record`)).items.filter(
      (item: { kind: string }) => item.kind === kind,
    );
  async function bothAgree() {
    await consent(booked.interviewee, true);
    return (await consent(booked.interviewer, true)).body;
  }
  /** Both consent in the first minute; it is the second. */
  async function begin() {
    into(1);
    await bothAgree();
    into(2);
  }

  describe("the transcript", () => {
    it("is off until both parties have consented, and not on after one consent", async () => {
      into(1);
      expect((await say(booked.interviewee)).status).toBe(409);
      expect((await consent(booked.interviewee, true)).body).toEqual({
        agreed: ["interviewee"],
        bothSince: null,
        hasService: false,
        hasUtterances: false,
      });
      expect((await say(booked.interviewee)).body.msg).toMatch(/only while both of you agree/);
      expect((await consent(booked.interviewer, true)).body.agreed).toEqual(["interviewee", "interviewer"]);
      into(2);
      expect((await say(booked.interviewee)).status).toBe(201);
      expect(await itemsOf(booked.interviewer, "utterance")).toMatchObject([
        { atSeconds: 116, text: "I would start from precision.", originalText: null, language: "en" },
      ]);
    });

    it("tells the other page over its socket that both consent, and that one has ended it", async () => {
      into(1);
      const page = await join(booked.interviewer);
      await bothAgree();
      const { room } = await page.next("room", (message) => message.room.transcript.bothSince !== null);
      expect(room.transcript.agreed).toHaveLength(2);
      await consent(booked.interviewee, false);
      const ended = await page.next("room", (message) => message.room.transcript.agreed.length === 0);
      expect(ended.room.transcript.bothSince).toBeNull();
      page.socket.close();
      await page.closed;
    });

    it("takes no more words once one party has ended it, and restarts only when both consent again", async () => {
      await begin();
      expect((await say(booked.interviewee)).status).toBe(201);
      expect((await consent(booked.interviewer, false)).body.agreed).toEqual([]);
      expect((await say(booked.interviewee)).status).toBe(409);
      expect((await consent(booked.interviewer, true)).body.bothSince).toBeNull();
      expect((await say(booked.interviewer)).status).toBe(409);
      await consent(booked.interviewer, false);
      const events = (await itemsOf(booked.interviewee, "consent")).map(
        ({ event, personId }: { event: string; personId: string }) => [
          event,
          personId === booked.interviewee.user._id ? "interviewee" : "interviewer",
        ],
      );
      expect(events).toEqual([
        ["given", "interviewee"],
        ["given", "interviewer"],
        ["ended", "interviewer"],
        ["given", "interviewer"],
        ["withdrawn", "interviewer"],
      ]);
      const audit = await app.deps.database
        .selectFrom("auditLog")
        .select("action")
        .where("subject", "=", `booking:${roomId}`)
        .where("action", "like", "transcript.%")
        .orderBy("id")
        .execute();
      expect(audit.map(({ action }) => action)).toEqual([
        "transcript.given",
        "transcript.given",
        "transcript.ended",
        "transcript.given",
        "transcript.withdrawn",
      ]);
    });

    it("contains only words from during the interview, not from before or after", async () => {
      into(-5);
      await bothAgree();
      expect((await say(booked.interviewee)).body.msg).toMatch(/only during the interview/);
      into(0.5);
      expect((await say(booked.interviewee)).status).toBe(201);
      into(46);
      expect((await say(booked.interviewee)).status).toBe(409);
      expect((await consent(booked.interviewer, false)).status).toBe(200);
      expect((await consent(booked.interviewer, true)).status).toBe(409);
    });

    it("stores a repeated utterance once, and refuses someone else's id", async () => {
      await begin();
      const body = utterance();
      const first = await say(booked.interviewee, body);
      into(3);
      expect((await say(booked.interviewee, body)).body).toEqual(first.body);
      expect((await say(booked.interviewer, body)).status).toBe(409);
      expect(await itemsOf(booked.interviewee, "utterance")).toHaveLength(1);
    });

    it("stores an utterance once that arrives three times at the same moment", async () => {
      await begin();
      const body = utterance();
      const answers = await Promise.all([1, 2, 3].map(() => say(booked.interviewee, body)));
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
      expect(await itemsOf(booked.interviewer, "utterance")).toHaveLength(1);
    });

    it("refuses words from before both consented, and words out of order", async () => {
      into(5);
      await bothAgree();
      into(6);
      expect((await say(booked.interviewee, utterance({ startedSecondsAgo: 90 }))).body.msg).toMatch(
        /before the transcript began/,
      );
      expect((await say(booked.interviewee, utterance({ startedSecondsAgo: 5 }))).status).toBe(201);
      expect((await say(booked.interviewee, utterance({ startedSecondsAgo: 30 }))).status).toBe(409);
      // The other party speaks at the same time.
      expect((await say(booked.interviewer, utterance({ startedSecondsAgo: 30 }))).status).toBe(201);
    });

    it.each([
      [{ text: "" }, "text"],
      [{ text: "x".repeat(20_001) }, "text"],
      [{ language: "fr" }, "language"],
      [{ startedSecondsAgo: -1 }, "startedSecondsAgo"],
      [{ startedSecondsAgo: 3_600 }, "startedSecondsAgo"],
      [{ durationSeconds: 3_600 }, "durationSeconds"],
      [{ speakerId: randomUUID() }, "speakerId"],
    ])("names the invalid field (case %#)", async (change, path) => {
      await begin();
      const { status, body } = await say(booked.interviewee, utterance(change));
      expect([status, body.details?.[0]?.path ?? ""]).toEqual([400, path]);
    });

    it.each([
      ["text", { count: 10, text: "x".repeat(20_000) }],
      ["utterances", { count: 1_000, text: "Yes." }],
    ])("limits each person's %s, so that nobody can use up the other's", async (_, { count, text }) => {
      await begin();
      const rows = Array.from({ length: count }, () => ({
        id: randomUUID(),
        bookingId: roomId,
        speakerId: booked.interviewee.user._id,
        language: "en" as const,
        text,
        startedAt: addMinutes(app.clock.now(), -0.5),
        endedAt: app.clock.now(),
      }));
      await app.deps.database.insertInto("roomUtterances").values(rows).execute();
      const refused = await say(booked.interviewee);
      expect([refused.status, refused.body.msg]).toEqual([409, "Your part of this transcript is full."]);
      expect((await say(booked.interviewer)).status).toBe(201);
    });

    it("can be deleted by either party, with both parties' words, and ends", async () => {
      await begin();
      await say(booked.interviewee);
      await say(booked.interviewer);
      const answer = await app.delete(booked.interviewee, `/api/rooms/${roomId}/transcript`);
      expect(answer.status).toBe(204);
      expect(await itemsOf(booked.interviewer, "utterance")).toEqual([]);
      expect((await itemsOf(booked.interviewer, "consent")).at(-1)).toMatchObject({ event: "deleted" });
      expect((await say(booked.interviewee)).status).toBe(409);
    });
  });
});

describe("utterance audio", () => {
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
    app.put({ token }, `/api/rooms/${id}/transcript/consent`, { agree: value });

  async function sendAudio(
    by: SignedUpUser,
    audio: Buffer,
    { utteranceId = randomUUID() as string, ago = "3", language = "en", field = "audio" } = {},
  ) {
    minutes += 0.5;
    app.clock.set(addMinutes(new Date(booked.booking.startTime), minutes));
    const body = fileForm(field, audio, "utterance.wav", "audio/wav");
    const query = new URLSearchParams({ id: utteranceId, language, startedSecondsAgo: ago });
    return await app.post(by, `/api/rooms/${id}/utterance-audio?${query}`, body);
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
      const { items } = await app.read(booked.interviewer, `/api/rooms/${id}/record`);
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
      for (const fault of [500, 429, 401, "malformed"] as const) {
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
      const record = await app.get(booked.interviewer, `/api/rooms/${id}/record`);
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
});
