import { randomUUID } from "node:crypto";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { assembleRecord } from "../../review/reports/make-report.ts";
import { recordInterview } from "../../schedule/bookings/bookings.testing.ts";
import { findBooking } from "../../schedule/bookings/find-booking.ts";
import type { BookingRecord } from "../../schedule/bookings/rules.ts";
import { deleteOwnAccount, downloadOwnRows, type SignedUpUser } from "../../testing/app.ts";
import { app, booked, roomId, useOpenRoom } from "../../testing/rooms.ts";
import { purgeOldRecords } from "../jobs.ts";

let utteranceId: string;
useOpenRoom();
beforeEach(async () => {
  utteranceId = randomUUID();
  into(1);
  for (const { token } of [booked.interviewee, booked.interviewer]) {
    await app.put({ token }, `/api/rooms/${roomId}/transcript/consent`, { agree: true });
  }
  into(2);
  const words = {
    id: utteranceId,
    text: "I used pie torch.",
    language: "en",
    startedSecondsAgo: 4,
    durationSeconds: 3,
  };
  const said = await app.post(booked.interviewee, `/api/rooms/${roomId}/utterances`, words);
  expect(said.status).toBe(201);
});

const into = (minutes: number) => app.clock.set(addMinutes(new Date(booked.booking.startTime), minutes));
const correct = (by: SignedUpUser, text: string) =>
  app.put(by, `/api/rooms/${roomId}/utterances/${utteranceId}`, { text });
const recordOf = async (by: SignedUpUser) => await app.read(by, `/api/rooms/${roomId}/record`);
const endEarly = async (minutes: number) => {
  into(minutes);
  await recordInterview(app, roomId);
  const path = `/api/interviewer/bookings/${roomId}/complete`;
  const ended = await app.post(booked.interviewer, path);
  expect(ended.status).toBe(200);
};

describe("corrections of the transcript", () => {
  it("apply to one's own words, keep the original transcription, and are shown to both", async () => {
    expect((await correct(booked.interviewer, "He used TensorFlow.")).status).toBe(404);
    expect((await correct(booked.interviewee, "I used PyTorch.")).body).toEqual({
      id: utteranceId,
      text: "I used PyTorch.",
      originalText: "I used pie torch.",
    });
    await correct(booked.interviewee, "I used PyTorch 2.");
    const { items, corrections } = await recordOf(booked.interviewer);
    expect(items.find(({ kind }: { kind: string }) => kind === "utterance")).toMatchObject({
      text: "I used PyTorch 2.",
      originalText: "I used pie torch.",
    });
    expect(corrections).toEqual({ isOpen: true, until: null });
    // After the original text is restored, the utterance counts as uncorrected.
    expect((await correct(booked.interviewee, "I used pie torch.")).body.originalText).toBeNull();
    expect((await correct(booked.interviewee, " ")).body.details[0].path).toBe("text");
  });

  it("end 20 minutes after the interview, and the report is made then", async () => {
    await endEarly(40);
    into(59);
    expect((await recordOf(booked.interviewee)).corrections.isOpen).toBe(true);
    expect((await correct(booked.interviewee, "I used PyTorch.")).status).toBe(200);
    into(61);
    expect((await recordOf(booked.interviewee)).corrections.isOpen).toBe(false);
    expect((await correct(booked.interviewee, "I used JAX.")).status).toBe(409);
  });
});

it("what a report is made from contains the words, decisions, phases and the goal, with the ids of the record that people see", async () => {
  const booking = (await findBooking(app.deps.database, roomId)) as BookingRecord;
  await app.deps.database
    .insertInto("bookingGoals")
    .values({
      bookingId: roomId,
      intervieweeId: booked.interviewee.user._id,
      goal: JSON.stringify({
        role: "ML engineer",
        level: "senior",
        companyType: null,
        practice: ["ml_theory"],
        practiceOther: "Ranking",
        note: "",
      }),
      updatedAt: app.clock.now(),
    })
    .execute();
  const mark = { id: randomUUID(), label: "good", note: "Named the metric" };
  await app.post(booked.interviewer, `/api/rooms/${roomId}/marks`, mark);
  const { items, goal, track } = await assembleRecord(app.deps, booking, app.clock.now());
  expect(track).toBe("ml-engineer");
  expect(items.map(({ kind }) => kind)).toEqual(["consent", "consent", "utterance", "mark"]);
  expect(items.at(2)).toMatchObject({ id: utteranceId, party: "interviewee", text: "I used pie torch." });
  expect(items.at(3)).toMatchObject({ id: mark.id, party: "interviewer", label: "good" });
  expect(goal).toEqual({
    role: "ML engineer",
    level: "Senior",
    companyType: "",
    practice: ["ML fundamentals"],
    note: "Also to practice: Ranking",
  });
});

describe("storage of a transcript", () => {
  it("is part of its speaker's data, and deleted with their account; the other party's words stay", async () => {
    const { interviewee, interviewer } = booked;
    const reply = { id: randomUUID(), text: "Why PyTorch?", language: "en" };
    const answer = await app.post(interviewer, `/api/rooms/${roomId}/utterances`, {
      ...reply,
      startedSecondsAgo: 1,
      durationSeconds: 1,
    });
    expect(answer.status).toBe(201);
    await endEarly(40);
    await app.runJobs();
    expect(await downloadOwnRows(app, interviewee)).toContain("I used pie torch.");
    await deleteOwnAccount(app, interviewee);
    const { items } = await recordOf(interviewer);
    const words = items.filter(({ kind }: { kind: string }) => kind === "utterance");
    expect(words).toMatchObject([{ text: "Why PyTorch?", personId: interviewer.user._id }]);
    const consents = await app.deps.database
      .selectFrom("roomConsents")
      .select("userId")
      .where("bookingId", "=", roomId)
      .execute();
    expect(consents).toEqual([{ userId: interviewer.user._id }]);
  });

  it("is deleted with the record", async () => {
    const rows = () =>
      app.deps.database.selectFrom("roomUtterances").select("id").where("bookingId", "=", roomId).execute();
    expect(await rows()).toHaveLength(1);
    app.clock.set(addMinutes(new Date(booked.booking.endTime), 366 * 24 * 60));
    await purgeOldRecords(app.deps);
    expect(await rows()).toEqual([]);
  });
});
