import { randomUUID } from "node:crypto";
import { emptyResume } from "@greenroom/contract/people/resume-labels.ts";
import { beforeAll, describe, expect, it } from "vitest";
import type { Tx } from "../../kernel/db/database.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import { newId } from "../../kernel/ids.ts";
import {
  createBookedInterview,
  grantTestCredits,
  holdInterview,
  hoursFromNow,
  offerSlot,
} from "../../schedule/bookings/bookings.testing.ts";
import { type ApiResponse, type SignedUpUser, useTestApp } from "../../testing/app.ts";
import { type Owner, objectTable } from "../../testing/endpoints.ts";
import { fileForm, writePdf } from "../../testing/files.ts";
import { callDuring, settledOrLocked } from "../../testing/lock-waits.ts";
import { createRecords, createServerUnderTest, mentorPage, type Records } from "../../testing/records.ts";
import { connectRoomClient, getTicket } from "../../testing/rooms.ts";
import { hashRandomPassword } from "../accounts/passwords.ts";
import { eraseAccount } from "./delete-account.ts";
import { readPersonalRows } from "./download-data.ts";
import { personalDataTables } from "./personal-data.ts";

const app = useTestApp();

/** Everything that is stored about a person. */
async function readRows({ user }: SignedUpUser): Promise<string> {
  return await inTransaction(app.deps.database, async (tx) => {
    const rows: unknown[] = [];
    for (const table of personalDataTables)
      for await (const row of readPersonalRows(tx, table, { userId: user._id, email: user.email }))
        rows.push([table.table, row]);
    return JSON.stringify(rows);
  });
}

const uploadResume = (by: SignedUpUser): Promise<ApiResponse> =>
  app.post(by, "/api/user/resume-upload", fileForm("resume", writePdf("CV", ["SQL"])));

const saveResume = (by: SignedUpUser) => app.post(by, "/api/user/resume-data", { resumeData: emptyResume });

async function bookWithGoal(by: SignedUpUser): Promise<ApiResponse> {
  const { startTime, interviewerId } = slot;
  const body = { startTime, interviewerId, goal: { role: "ML engineer" } };
  return await app.post(by, "/api/user/bookings", body);
}

const startRound = (by: SignedUpUser) =>
  app.post(by, "/api/practice/rounds", { role: "ml-engineer", minutes: 15 });

let slot: { startTime: string; interviewerId: string };

describe("while an account is being deleted", () => {
  const calls: [string, (person: SignedUpUser) => Promise<ApiResponse>][] = [
    ["a file", uploadResume],
    ["a resume", saveResume],
    ["a booking with a goal", bookWithGoal],
    ["a practice round", startRound],
  ];

  it.each(calls)("%s that is being stored is refused, and nothing of it stays", async (_, call) => {
    const interviewer = await app.signUpInterviewer();
    slot = { startTime: hoursFromNow(app, 48), interviewerId: interviewer.user._id };
    await offerSlot(app, interviewer, slot.startTime);
    const person = await app.signUp();
    await grantTestCredits(app, person, { sessions: 1 });
    const userId = person.user._id;
    const passwordHash = await hashRandomPassword();
    const answer = await callDuring(
      app,
      () => call(person),
      (tx) => eraseAccount(app.deps, tx, { userId, passwordHash, actor: { userId }, now: app.clock.now() }),
    );
    expect([answer.status, answer.body.code]).toEqual([404, "not_found"]);
    const { rows } = await app.deps.pool.query(
      `select user_id from resumes where user_id = $1 union all select user_id from resume_files where user_id = $1
       union all select interviewee_id from bookings where interviewee_id = $1
       union all select interviewee_id from booking_goals where interviewee_id = $1
       union all select user_id from practice_rounds where user_id = $1`,
      [userId],
    );
    expect(rows).toEqual([]);
  });
});

describe("a person whose account is deleted during a call", () => {
  let people: Record<Owner, SignedUpUser>;
  let records: Records;
  beforeAll(async () => {
    people = { interviewee: await app.signUp(), interviewer: await app.signUpInterviewer() };
    await grantTestCredits(app, people.interviewee, { sessions: 4 });
    const party = ({ token, user }: SignedUpUser) => ({ token, id: user._id });
    const parties = { interviewee: party(people.interviewee), interviewer: party(people.interviewer) };
    records = await createRecords(createServerUnderTest(app), parties);
  }, 60_000);

  /** As the deletion does, before it erases anything: what is stored afterwards is what the call stored. */
  async function closeAccount(tx: Tx, { user }: SignedUpUser): Promise<void> {
    await lockSubjects(tx, [user._id]);
    const now = app.clock.now();
    await tx
      .updateTable("users")
      .set({ deletedAt: now, blockedAt: now })
      .where("id", "=", user._id)
      .execute();
  }

  async function reopenAccount({ user }: SignedUpUser): Promise<void> {
    await app.deps.database
      .updateTable("users")
      .set({ deletedAt: null, blockedAt: null })
      .where("id", "=", user._id)
      .execute();
  }

  /** The answer to a call during the deletion. Fails if the call stored something. */
  async function callInDeletion(person: SignedUpUser, call: () => Promise<ApiResponse>) {
    const before = await readRows(person);
    const answer = await callDuring(app, call, (tx) => closeAccount(tx, person));
    await reopenAccount(person);
    expect(await readRows(person)).toBe(before);
    return answer;
  }

  type Body = ((records: Records) => unknown) | undefined;
  const rule = objectTable["PUT /api/interviewer/weekly-rules/{id}"]?.body;
  const question = objectTable["PUT /api/interviewer/questions/{id}"]?.body;
  const time = { firstDay: "2027-01-04", lastDay: "2027-01-05", timeZone: "Asia/Kolkata" };
  const target = { kind: "upi", upiId: "ira@okbank", holder: "Ira Viewer", pan: "ABCPE1234F" };
  const own: [string, Owner, Body?][] = [
    [
      "POST /api/user/account",
      "interviewee",
      () => ({ firstName: "New", lastName: "Name", mobileNumber: "+919876543210" }),
    ],
    ["POST /api/user/time-zone", "interviewee", () => ({ timeZone: "Europe/Berlin" })],
    ["POST /api/interviewer/profile", "interviewer", () => mentorPage({ headline: "Secret" })],
    ["POST /api/interviewer/availability", "interviewer", () => ({ slotTime: hoursFromNow(app, 200) })],
    ["POST /api/interviewer/time-off", "interviewer", () => time],
    ["POST /api/interviewer/weekly-rules", "interviewer", rule],
    ["POST /api/interviewer/calendar-feed", "interviewer"],
    ["DELETE /api/interviewer/profile-photo", "interviewer"],
    ["POST /api/interviewer/questions", "interviewer", question],
    [
      "PUT /api/interviewer/payout-details",
      "interviewer",
      () => ({ password: people.interviewer.password, target }),
    ],
    ["PUT /api/practice/drill-goal", "interviewee", () => ({ cards: 20 })],
  ];
  const ofRecords: [string, Owner][] = [
    ["PUT /api/interviewer/weekly-rules/{id}", "interviewer"],
    ["DELETE /api/interviewer/weekly-rules/{id}", "interviewer"],
    ["DELETE /api/interviewer/time-off/{id}", "interviewer"],
    ["PUT /api/interviewer/questions/{id}", "interviewer"],
    ["PUT /api/interviewer/favorite-questions/{questionId}", "interviewer"],
    ["PUT /api/rooms/{id}/notes", "interviewer"],
    ["POST /api/rooms/{id}/marks", "interviewer"],
    ["POST /api/rooms/{id}/asked-questions", "interviewer"],
    ["PUT /api/rooms/{id}/asked-questions/{askedId}/marks", "interviewer"],
    ["PUT /api/rooms/{id}/transcript/consent", "interviewee"],
    ["POST /api/rooms/{id}/utterances", "interviewee"],
    ["PUT /api/rooms/{id}/utterances/{utteranceId}", "interviewee"],
    ["POST /api/user/feedback", "interviewee"],
    ["POST /api/user/reports/{bookingId}/useful", "interviewee"],
    ["POST /api/user/reports/{bookingId}/claims/{claimId}/dispute", "interviewee"],
    ["POST /api/interviewer/reports/{bookingId}/claims/{claimId}/dispute", "interviewer"],
    ["POST /api/practice/answers/{id}/explanation", "interviewee"],
    ["POST /api/practice/answers/{id}/finish", "interviewee"],
    ["POST /api/practice/rounds/{id}/next", "interviewee"],
    ["POST /api/practice/rounds/{id}/report", "interviewee"],
  ];
  const rows: [string, Owner, Body?][] = [
    ...own,
    ...ofRecords.map(([route, owner]) => [route, owner, objectTable[route]?.body] as (typeof own)[number]),
  ];

  it.each(rows)("%s stores nothing", async (route, owner, body) => {
    const [method, pattern] = route.split(" ") as [string, string];
    const params = objectTable[route]?.params?.(records) ?? {};
    const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "");
    const { token } = people[owner];
    const sent = body === undefined ? {} : { body: body(records) };
    const answer = await callInDeletion(people[owner], () => app.call(method, path, { token, ...sent }));
    expect([answer.status, answer.body.msg]).toEqual([404, "This account no longer exists."]);
  });

  it("an exercise of a report's plan that is ticked stores nothing", async () => {
    const { heldBookingId, claimId } = records;
    const exercise = { claimId, title: "Think aloud", exercise: "One problem a day.", questionId: null };
    await app.deps.pool.query(
      "update ai_reports set checked = jsonb_set(checked, '{plan}', $2) where booking_id = $1",
      [heldBookingId, JSON.stringify([exercise])],
    );
    const { token } = people.interviewee;
    const path = `/api/user/reports/${heldBookingId}/exercises/${claimId}`;
    const tick = () => app.post({ token }, path, { done: true });
    const answer = await callInDeletion(people.interviewee, tick);
    expect([answer.status, answer.body.msg]).toEqual([404, "This account no longer exists."]);
  });

  it("a resume that is made into a PDF stores nothing", async () => {
    expect((await saveResume(people.interviewee)).status).toBe(200);
    const { token } = people.interviewee;
    const makePdf = () => app.get({ token }, "/api/user/resume-pdf?structured=true");
    const answer = await callInDeletion(people.interviewee, makePdf);
    expect([answer.status, answer.body.msg]).toEqual([404, "This account no longer exists."]);
  });

  it("a review of a drill card stores nothing", async () => {
    const { token } = people.interviewee;
    const [set] = (await app.read({ token }, "/api/practice/drills")).sets;
    const { cards } = await app.read({ token }, `/api/practice/drills/${set.id}`);
    const body = { id: newId(), rating: "again" };
    const path = `/api/practice/cards/${cards[0].id}/reviews`;
    const answer = await callInDeletion(people.interviewee, () => app.post({ token }, path, body));
    expect([answer.status, answer.body.msg]).toEqual([404, "This account no longer exists."]);
  });

  it.each([
    ["a chat message", { type: "chat", id: randomUUID(), body: "A secret" }],
    [
      "a run",
      {
        type: "run",
        id: randomUUID(),
        run: { language: "python", outcome: "finished", output: "A secret", durationMs: 5 },
      },
    ],
  ])("%s over an open socket is not stored", async (_, message) => {
    const person = people.interviewee;
    const ticket = await getTicket(app, records.liveBookingId, person.token);
    const line = await connectRoomClient(app, records.liveBookingId, ticket);
    await line.next("welcome");
    const before = await readRows(person);
    await inTransaction(app.deps.database, async (tx) => {
      await closeAccount(tx, person);
      line.send(message);
      await settledOrLocked(app, line.closed);
    });
    await line.closed;
    await reopenAccount(person);
    const after = await readRows(person);
    expect(after).not.toContain("A secret");
    expect(before).not.toContain("A secret");
  });

  it.each(["feedback-report"])("%s of a held interview stores nothing", async (name) => {
    const { interviewer, booking } = await createBookedInterview(app);
    const before = app.clock.now();
    await holdInterview(app, booking);
    const body = objectTable[`POST /api/interviewer/${name}/{bookingId}`]?.body?.(records);
    const path = `/api/interviewer/${name}/${booking._id}`;
    const { token } = interviewer;
    await app.get({ token }, "/api/user/profile"); // Stores when the sign-in was last seen.
    const answer = await callInDeletion(interviewer, () => app.post({ token }, path, body));
    app.clock.set(before);
    expect([answer.status, answer.body.msg]).toEqual([404, "This account no longer exists."]);
  });
});
