import { randomUUID } from "node:crypto";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BookedInterview, createBookedInterview } from "../../schedule/bookings/bookings.testing.ts";
import { createTestApp, type SignedUpUser, type TestApp, testNow } from "../../testing/app.ts";
import { callAtOnce } from "../../testing/postgres/lock-waits.ts";
import { purgeOldRecords } from "../record/purge-records.ts";

let app: TestApp;
let booked: BookedInterview;
let id: string;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  app.clock.set(testNow);
  booked = await createBookedInterview(app);
  id = booked.booking._id;
});
afterAll(() => app.close());

const mark = (person: SignedUpUser, body: object) =>
  app.call("POST", `/api/rooms/${id}/marks`, { token: person.token, body });
const recordOf = async ({ token }: SignedUpUser) =>
  (await app.call("GET", `/api/rooms/${id}/record`, { token })).body;
const marksOf = async (person: SignedUpUser) =>
  (await recordOf(person)).items.filter(({ kind }: { kind: string }) => kind === "mark");
const into = (minutes: number) => app.clock.set(addMinutes(new Date(booked.booking.startTime), minutes));

describe("marks", () => {
  it("cannot be made before the room opens", async () => {
    expect((await mark(booked.interviewer, { id: randomUUID(), label: "good" })).status).toBe(409);
  });

  it("belong to the interviewer, refer to the right moment, and are stored once", async () => {
    into(12);
    const good = { id: randomUUID(), label: "good", note: "Asked for the metric first", secondsAgo: 20 };
    const { status, body } = await mark(booked.interviewer, good);
    expect([status, body.atSeconds]).toEqual([201, 12 * 60 - 20]);
    into(13);
    expect((await mark(booked.interviewer, good)).body).toEqual(body);
    for (const other of [{ label: "come_back" }, { note: "Another note" }]) {
      const refused = await mark(booked.interviewer, { ...good, ...other });
      const msg = "This mark is already saved with another label or note.";
      expect([refused.status, refused.body.msg]).toEqual([409, msg]);
    }
    expect((await mark(booked.interviewer, { id: randomUUID(), label: "come_back" })).status).toBe(201);
    expect(await marksOf(booked.interviewer)).toMatchObject([
      { id: good.id, atSeconds: 700, label: "good", note: "Asked for the metric first" },
      { atSeconds: 780, label: "come_back", note: "" },
    ]);
  });

  it.each([
    [{ id: randomUUID(), label: "bad" }, "label"],
    [{ id: "x", label: "good" }, "id"],
    [{ id: randomUUID(), label: "good", note: "x".repeat(201) }, "note"],
    [{ id: randomUUID(), label: "good", note: "a\0b" }, "note"],
    [{ id: randomUUID(), label: "good", secondsAgo: -1 }, "secondsAgo"],
    [{ id: randomUUID(), label: "good", secondsAgo: 3_600 }, "secondsAgo"],
  ])("refuse invalid input: %j", async (body, path) => {
    const answer = await mark(booked.interviewer, body);
    expect([answer.status, answer.body.details?.[0]?.path]).toEqual([400, path]);
  });

  it("cannot be made by anyone else", async () => {
    expect((await mark(booked.interviewee, { id: randomUUID(), label: "good" })).status).toBe(403);
    const other = await app.signUpInterviewer();
    expect((await mark(other, { id: randomUUID(), label: "good" })).status).toBe(404);
  });

  it("are shown to the interviewee after the interview, and not during it", async () => {
    into(20);
    for (const label of ["good", "come_back"])
      expect((await mark(booked.interviewer, { id: randomUUID(), label })).status).toBe(201);
    expect(await marksOf(booked.interviewee)).toEqual([]);
    into(46);
    expect(await marksOf(booked.interviewee)).toEqual(await marksOf(booked.interviewer));
    expect(await marksOf(booked.interviewee)).toHaveLength(2);
  });

  it("have a limit for each interview", async () => {
    into(21);
    const made = Array.from({ length: 199 }, () => ({
      id: randomUUID(),
      bookingId: id,
      authorId: booked.interviewer.user._id,
      label: "good" as const,
      markedAt: app.clock.now(),
    }));
    await app.deps.database.insertInto("roomMarks").values(made).execute();
    const last = { id: randomUUID(), label: "good" };
    const racers = [last, { ...last, id: randomUUID() }, { ...last, id: randomUUID() }];
    const send = racers.map((racer) => () => mark(booked.interviewer, racer));
    const answers = await callAtOnce(app, "room_marks", send);
    // One place is left.
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const kept = racers[answers.findIndex(({ status }) => status === 201)];
    const tooMany = await mark(booked.interviewer, { id: randomUUID(), label: "good" });
    expect([tooMany.status, tooMany.body.msg]).toEqual([409, "An interview has at most 200 marks."]);
    // A repeated request for the last mark still succeeds.
    expect((await mark(booked.interviewer, kept ?? last)).status).toBe(201);
  });
});

describe("a long record", () => {
  it("with 5,000 messages is complete and in order, each message with its own id", async () => {
    const startsAt = new Date(booked.booking.startTime);
    const rows = Array.from({ length: 5_000 }, (_, index) => ({
      id: randomUUID(),
      bookingId: id,
      senderId: booked.interviewee.user._id,
      body: `line ${index}`,
      sentAt: new Date(startsAt.getTime() + index * 400),
    }));
    for (let from = 0; from < rows.length; from += 1_000) {
      await app.deps.database
        .insertInto("roomMessages")
        .values(rows.slice(from, from + 1_000))
        .execute();
    }
    into(46);
    const { items } = await recordOf(booked.interviewee);
    const chat = items.filter(({ kind }: { kind: string }) => kind === "chat");
    expect(chat.map(({ id }: { id: string }) => id)).toEqual(rows.map(({ id }) => id));
    expect(items.map(({ at }: { at: string }) => at)).toEqual(
      [...items.map(({ at }: { at: string }) => at)].sort(),
    );
  });

  it("is deleted after the configured number of days, and not earlier", async () => {
    const days = (count: number) =>
      app.clock.set(addMinutes(new Date(booked.booking.endTime), count * 24 * 60 + 1));
    const { database } = app.deps;
    const rowsLeft = async () => [
      ...(await database.selectFrom("roomMessages").select("id").where("bookingId", "=", id).execute()),
      ...(await database.selectFrom("roomMarks").select("id").where("bookingId", "=", id).execute()),
    ];
    const message = { id: randomUUID(), bookingId: id, senderId: booked.interviewee.user._id, body: "Hello" };
    const sentAt = new Date(booked.booking.startTime);
    await database
      .insertInto("roomMessages")
      .values({ ...message, sentAt })
      .execute();
    into(12);
    await mark(booked.interviewer, { id: randomUUID(), label: "good" });
    days(364);
    expect(await purgeOldRecords(app.deps)).toBe(0);
    expect(await rowsLeft()).toHaveLength(2);
    days(365);
    expect(await purgeOldRecords(app.deps)).toBeGreaterThanOrEqual(2);
    expect(await rowsLeft()).toEqual([]);
  });
});
