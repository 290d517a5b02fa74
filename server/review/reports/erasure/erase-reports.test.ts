import { randomUUID } from "node:crypto";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type BookedInterview,
  createBookedInterview,
  holdInterview,
} from "../../../schedule/bookings/bookings.testing.ts";
import { completeDueBookings } from "../../../schedule/bookings/end.ts";
import { createTestApp, type SignedUpUser, type TestApp, testNow } from "../../../testing/app.ts";
import { deleteOwnAccount } from "../../../testing/delete-account.ts";
import { type ModelServer, startModelServer } from "../../../testing/providers/model/model-server.ts";
import { requeueActiveJobs } from "../../../testing/requeue-active-jobs.ts";

let app: TestApp;
let booked: BookedInterview;
beforeEach(async () => {
  app.clock.set(testNow);
  booked = await createBookedInterview(app);
});

const question = "How would you validate a model that forecasts daily sales?";
const hint = "The holdout must come after the training data.";
const answer = "I would split the data by time, because a random split leaks the future.";
const note = "Names the leak unprompted";

/** Both speak (or write, without a transcript), the interviewer writes and marks, and the interview ends. */
async function hold({ withTranscript = true } = {}): Promise<void> {
  const { booking, interviewer, interviewee } = booked;
  const start = new Date(booking.startTime);
  const said = { bookingId: booking._id, language: "en" as const };
  const utterance = (speaker: SignedUpUser, text: string, minute: number) => ({
    ...said,
    id: randomUUID(),
    speakerId: speaker.user._id,
    text,
    startedAt: addMinutes(start, minute),
    endedAt: addMinutes(start, minute + 0.5),
  });
  const message = (sender: SignedUpUser, body: string, minute: number) => ({
    id: randomUUID(),
    bookingId: booking._id,
    senderId: sender.user._id,
    body,
    sentAt: addMinutes(start, minute),
  });
  if (withTranscript) {
    await app.deps.database
      .insertInto("roomUtterances")
      .values([utterance(interviewer, question, 1), utterance(interviewee, answer, 3)])
      .execute();
  }
  await app.deps.database
    .insertInto("roomMessages")
    .values([message(interviewer, hint, 4), ...(withTranscript ? [] : [message(interviewee, answer, 3)])])
    .execute();
  await app.deps.database
    .insertInto("roomMarks")
    .values({
      id: randomUUID(),
      bookingId: booking._id,
      authorId: interviewer.user._id,
      label: "good",
      note,
      markedAt: addMinutes(start, 3.6),
    })
    .execute();
  await holdInterview(app, booking);
  await completeDueBookings(app.deps);
}

const get = (path: string, { token }: SignedUpUser = booked.interviewee) => app.call("GET", path, { token });
const readReport = () => get(`/api/user/reports/${booked.booking._id}`);

/** Everything that the database still stores about this interview, as text. */
async function storedText(): Promise<string> {
  const { rows } = await app.deps.pool.query(
    `select (select json_agg(r) from ai_reports r where booking_id = $1)::text as reports,
       (select json_agg(u) from room_utterances u where booking_id = $1)::text as said,
       (select json_agg(m) from room_messages m where booking_id = $1)::text as chat,
       (select json_agg(m) from room_marks m where booking_id = $1)::text as marks`,
    [booked.booking._id],
  );
  return JSON.stringify(rows);
}

describe("without a model", () => {
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  it("an interviewer's deletion removes their words from the record and the report, which say so", async () => {
    await hold();
    await app.runJobs();
    const before = (await readReport()).body.report;
    expect(JSON.stringify(before)).toContain(note);
    expect(JSON.stringify(before)).toContain(question);
    await deleteOwnAccount(app, booked.interviewer);
    const stored = await storedText();
    for (const words of [question, hint, note]) expect(stored).not.toContain(words);
    expect(stored).toContain(answer);
    const { report } = (await readReport()).body;
    expect(report).toMatchObject({
      checked: before.checked,
      verified: before.verified,
      withdrawn: 2,
      shown: before.shown - 2,
    });
    expect(report.claims).toHaveLength(report.shown);
    // The point about the silence between their question and the answer rested on the question, too.
    expect(JSON.stringify(before)).toContain("neither spoke");
    expect(JSON.stringify(report)).not.toContain("neither spoke");
    const exercises = report.plan.map(({ claimId }: { claimId: string }) => claimId);
    const claims = report.claims.map(({ id }: { id: string }) => id);
    expect(claims).toEqual(expect.arrayContaining(exercises));
    const record = (await get(`/api/rooms/${booked.booking._id}/record`)).body;
    const words = JSON.stringify(record.items);
    expect(words).toContain(answer);
    for (const gone of [question, hint, note]) expect(words).not.toContain(gone);
    const pdf = await get(`/api/user/reports/${booked.booking._id}/pdf`);
    expect(pdf.status).toBe(200);
  });

  it("an interviewee's deletion removes their words and the report", async () => {
    await hold();
    await app.runJobs();
    await deleteOwnAccount(app, booked.interviewee);
    const stored = await storedText();
    expect(JSON.parse(stored)[0].reports).toBeNull();
    expect(stored).not.toContain(answer);
    expect((await get(`/api/rooms/${booked.booking._id}/record`, booked.interviewer)).status).toBe(200);
  });
});

describe("with a model", () => {
  let model: ModelServer;
  beforeAll(async () => {
    model = await startModelServer();
    app = await createTestApp({ environment: model.settings("openai") });
  });
  afterAll(async () => {
    await app.close();
    await model.close();
  });

  it("a deletion while the report is drafted keeps the interviewer's words out of it", async () => {
    await hold({ withTranscript: false });
    model.meanwhile = () => deleteOwnAccount(app, booked.interviewer);
    await expect(app.runJobs()).rejects.toThrow("The interviewer's account was deleted while");
    expect((await readReport()).status).toBe(404);
    await requeueActiveJobs(app);
    app.clock.advance({ minutes: 1 });
    await app.runJobs();
    expect((await readReport()).status).toBe(200);
    const stored = await storedText();
    for (const words of [question, hint, note]) expect(stored).not.toContain(words);
  });
});
