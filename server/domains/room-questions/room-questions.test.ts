import { randomUUID } from "node:crypto";
import { addMinutes } from "@greenroom/contract/core/time.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { inTransaction } from "../../db/transaction.ts";
import { createTestApp, type SignedUpUser, type TestApp } from "../../testing/app.ts";
import { connectRoomClient, getTicket, type RoomClient } from "../../testing/room-client.ts";
import { startSecondServer } from "../../testing/second-server.ts";
import {
  type BookedInterview,
  grantTestCredits,
  offerSlot,
  postBooking,
} from "../bookings/bookings.testing.ts";
import { findBooking } from "../bookings/find-booking.ts";
import { openQuestionBank } from "../questions/bank.ts";
import { assembleRecord } from "../reports/assemble-record.ts";
import { purgeOldRecords } from "../rooms/record/purge-records.ts";
import { eraseRoomQuestions } from "./erase-room-questions.ts";

const bank = await openQuestionBank();
const sqlQuestion = bank.find("ab-test-readout");
if (sqlQuestion?.kind !== "sql") throw new Error("the bank has no such SQL question");
const talkQuestion = bank.all.find(({ kind, topic }) => kind === "talk" && topic === "ml-fundamentals");
if (talkQuestion === undefined) throw new Error("the bank has no such question");

let app: TestApp;
let staged: BookedInterview;
let id: string;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** Starts an interview between two new people, or between a known interviewee and a new interviewer. */
async function stage(known?: SignedUpUser): Promise<BookedInterview> {
  app.clock.advance({ minutes: 180 });
  const interviewer = await app.signUpInterviewer({ firstName: "Ira", lastName: "Viewer" });
  const interviewee = known ?? (await app.signUp({ firstName: "Cand", lastName: "Idate" }));
  await grantTestCredits(app, interviewee, { sessions: 1 });
  const startTime = new Date(Math.ceil(app.clock.now().getTime() / 3_600_000 + 1) * 3_600_000).toISOString();
  await offerSlot(app, interviewer, startTime);
  const { body } = await postBooking(app, interviewee, { startTime, interviewerId: interviewer.user._id });
  app.clock.set(addMinutes(new Date(startTime), 5));
  return { interviewer, interviewee, booking: body };
}
beforeEach(async () => {
  staged = await stage();
  id = staged.booking._id;
});

const call = (person: SignedUpUser, method: string, path: string, body?: unknown) =>
  app.call(method, path, { token: person.token, ...(body === undefined ? {} : { body }) });
const search = (person: SignedUpUser, query = "") =>
  call(person, "GET", `/api/rooms/${id}/questions${query}`);
const show = (person: SignedUpUser, questionId: string, askedId: string = randomUUID()) =>
  call(person, "POST", `/api/rooms/${id}/asked-questions`, { id: askedId, questionId });
const asked = (person: SignedUpUser) => call(person, "GET", `/api/rooms/${id}/asked-questions`);
const join = async (person: SignedUpUser, at: { url: string } = app): Promise<RoomClient> =>
  connectRoomClient(at, id, await getTicket(app, id, person.token));
const into = (minutes: number) => app.clock.set(addMinutes(new Date(staged.booking.startTime), minutes));
const recordOf = async (person: SignedUpUser) => (await call(person, "GET", `/api/rooms/${id}/record`)).body;
const ownInput = {
  title: "Our ranking outage",
  prompt: "Clicks fell by 8% overnight. What do you look at first?",
  language: null,
  starterCode: "",
  minutes: 10,
  notes: "Wants: logging before models.",
};

describe("the search", () => {
  it.each([
    ["?text=a%2Fb%20test", "ab-test-readout"],
    ["?topic=sql&level=mid&text=read", "ab-test-readout"],
  ])("finds %s", async (query, expected) => {
    const { status, body } = await search(staged.interviewer, query);
    expect(status).toBe(200);
    expect(body.questions.map((question: { id: string }) => question.id)).toContain(expected);
  });

  it("filters by role, topic, level and minutes, and counts the results that it does not show", async () => {
    const all = (await search(staged.interviewer)).body;
    expect([all.questions.length, all.total]).toEqual([50, bank.all.length]);
    const { body } = await search(
      staged.interviewer,
      "?role=data-analyst&topic=sql&level=junior&maxMinutes=12",
    );
    const expected = bank.all.filter(
      ({ roles, topic, level, minutes }) =>
        roles.includes("data-analyst") && topic === "sql" && level === "junior" && minutes <= 12,
    );
    expect(body.total).toBe(expected.length);
    expect(expected.length).toBeGreaterThan(0);
  });

  it("lists no prompts and no answers", async () => {
    const { body } = await search(staged.interviewer, "?text=read%20out");
    expect(Object.keys(body.questions[0]).sort()).toEqual(
      "askedBefore id isFavorite language level minutes source title topic".split(" "),
    );
  });

  it.each([
    ["?role=astronaut", "role"],
    ["?maxMinutes=46", "maxMinutes"],
    ["?maxMinutes=-1", "maxMinutes"],
    [`?text=${"x".repeat(101)}`, "text"],
    ["?page=2", undefined],
  ])("refuses %s", async (query, path) => {
    const answer = await search(staged.interviewer, query);
    expect(answer.status).toBe(400);
    if (path) expect(answer.body.details[0].path).toBe(path);
  });
});

describe("permissions", () => {
  const calls = (askedId: string): [string, string, unknown?][] => [
    ["GET", `/api/rooms/${id}/questions`],
    ["GET", `/api/rooms/${id}/questions/ab-test-readout`],
    ["GET", `/api/rooms/${id}/asked-questions`],
    ["POST", `/api/rooms/${id}/asked-questions`, { id: randomUUID(), questionId: "ab-test-readout" }],
    ["POST", `/api/rooms/${id}/asked-questions/${askedId}/hints`, { index: 0 }],
    ["POST", `/api/rooms/${id}/asked-questions/${askedId}/end`],
    ["PUT", `/api/rooms/${id}/asked-questions/${askedId}/marks`, { scores: [1, 1], note: "", outcome: null }],
  ];

  it("only for the interviewer of the interview", async () => {
    const askedId = randomUUID();
    expect((await show(staged.interviewer, "ab-test-readout", askedId)).status).toBe(201);
    const stranger = await app.signUpInterviewer();
    for (const [method, path, body] of calls(askedId)) {
      expect((await call(staged.interviewee, method, path, body)).status, path).toBe(403);
      expect((await call(stranger, method, path, body)).status, path).toBe(404);
    }
    // Another interviewer cannot reach it through an interview of their own either.
    const foreign = id;
    const other = await stage();
    id = other.booking._id;
    for (const [method, path, body] of calls(askedId).slice(4)) {
      expect((await call(other.interviewer, method, path, body)).status, path).toBe(404);
    }
    expect((await show(other.interviewer, "ab-test-readout", askedId)).status).toBe(409);
    id = foreign;
  });

  it.each([-11, 75])("only while the room is open (minute %i)", async (minute) => {
    into(minute);
    for (const answer of [
      await search(staged.interviewer),
      await call(staged.interviewer, "GET", `/api/rooms/${id}/questions/ab-test-readout`),
      await show(staged.interviewer, "ab-test-readout"),
    ])
      expect(answer.status).toBe(409);
    expect((await asked(staged.interviewer)).status).toBe(200);
  });
});

describe("a question", () => {
  it("is available to the interviewer with its answer key, without hidden tests", async () => {
    const { body } = await call(staged.interviewer, "GET", `/api/rooms/${id}/questions/ab-test-readout`);
    expect(body).toMatchObject({
      title: sqlQuestion.title,
      hints: sqlQuestion.hints,
      followUps: sqlQuestion.followUps,
      criteria: sqlQuestion.criteria,
      modelAnswer: sqlQuestion.modelAnswer,
      code: { language: "sql", referenceSolution: sqlQuestion.referenceSolution },
    });
    expect(JSON.stringify(body)).not.toContain("hiddenTests");
    const missing = await call(staged.interviewer, "GET", `/api/rooms/${id}/questions/no-such-question`);
    expect(missing.status).toBe(404);
  });

  it("is shown to both at once, and again after a reload, without any part of its answer", async () => {
    const [guest, host] = [await join(staged.interviewee), await join(staged.interviewer)];
    expect((await guest.next("welcome")).question).toBeNull();
    await host.next("welcome");
    expect((await show(staged.interviewer, "ab-test-readout")).status).toBe(201);
    const expected = {
      title: sqlQuestion.title,
      prompt: sqlQuestion.prompt,
      hints: [],
      code: { language: "sql", starterCode: sqlQuestion.starterCode, tables: sqlQuestion.tables },
    };
    const seen = await guest.next("question");
    expect(seen.question).toMatchObject(expected);
    expect((await host.next("question")).question).toMatchObject(expected);
    guest.socket.terminate();
    const again = await (await join(staged.interviewee)).next("welcome");
    expect(again.question).toEqual(seen.question);
    const text = JSON.stringify([seen, again, await recordOf(staged.interviewee)]);
    const secrets = [
      ...sqlQuestion.hints,
      ...sqlQuestion.followUps.map(({ ask }) => ask),
      ...sqlQuestion.criteria.flatMap(({ name, one, three, five }) => [name, one, three, five]),
      ...sqlQuestion.commonErrors,
      sqlQuestion.modelAnswer,
      sqlQuestion.referenceSolution,
      ...sqlQuestion.hiddenTests.map(({ name }) => name),
    ].map((secret) => JSON.stringify(secret).slice(1, -1));
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });

  it("is shown once when it is sent twice, and is replaced by the next", async () => {
    const first = randomUUID();
    await show(staged.interviewer, "ab-test-readout", first);
    expect((await show(staged.interviewer, "ab-test-readout", first)).status).toBe(201);
    expect((await show(staged.interviewer, talkQuestion.id, first)).status).toBe(409);
    into(15);
    await show(staged.interviewer, talkQuestion.id);
    const { body } = await asked(staged.interviewer);
    expect(
      body.questions.map(({ questionId, endedAt }: { questionId: string; endedAt: string | null }) => [
        questionId,
        endedAt,
      ]),
    ).toEqual([
      ["ab-test-readout", app.clock.now().toISOString()],
      [talkQuestion.id, null],
    ]);
  });

  it("shows its hints one by one, and none after it is done", async () => {
    const guest = await join(staged.interviewee);
    const askedId = randomUUID();
    await show(staged.interviewer, "ab-test-readout", askedId);
    const hint = (index: number) =>
      call(staged.interviewer, "POST", `/api/rooms/${id}/asked-questions/${askedId}/hints`, { index });
    expect((await hint(1)).body.hints).toMatchObject([{ index: 1, text: sqlQuestion.hints[1] }]);
    const { question } = await guest.next("question", (message) => message.question?.hints.length === 1);
    expect(question?.hints).toEqual([sqlQuestion.hints[1]]);
    expect((await hint(1)).body.hints).toHaveLength(1);
    expect((await hint(3)).status).toBe(400);
    await call(staged.interviewer, "POST", `/api/rooms/${id}/asked-questions/${askedId}/end`);
    await guest.next("question", (message) => message.question === null);
    expect((await hint(0)).status).toBe(409);
  });

  it("reaches a page on another server", async () => {
    const second = await startSecondServer(app);
    const guest = await join(staged.interviewee, second);
    await guest.next("welcome");
    await show(staged.interviewer, talkQuestion.id);
    expect((await guest.next("question")).question?.title).toBe(talkQuestion.title);
    await second.close();
  });

  it("has a limit for each interview", async () => {
    for (let count = 0; count < 40; count += 1)
      expect((await show(staged.interviewer, talkQuestion.id)).status).toBe(201);
    const tooMany = await show(staged.interviewer, talkQuestion.id);
    expect([tooMany.status, tooMany.body.msg]).toEqual([409, "An interview has at most 40 questions."]);
  });
});

describe("marks of a question", () => {
  const mark = (askedId: string, body: unknown) =>
    call(staged.interviewer, "PUT", `/api/rooms/${id}/asked-questions/${askedId}/marks`, body);

  it("stay private: the record shows both the question, and only the interviewer the marks", async () => {
    const askedId = randomUUID();
    await show(staged.interviewer, "ab-test-readout", askedId);
    into(9);
    await call(staged.interviewer, "POST", `/api/rooms/${id}/asked-questions/${askedId}/hints`, { index: 0 });
    const marks = { scores: [4, null], note: "Checked the split unprompted", outcome: "well" };
    expect((await mark(askedId, marks)).status).toBe(200);
    into(100);
    // The interviewer may still change them while writing feedback.
    expect((await mark(askedId, marks)).status).toBe(200);
    const questionsOf = (record: { items: { kind: string }[] }) =>
      record.items.filter(({ kind }) => kind === "question" || kind === "hint");
    const common = [
      { kind: "question", id: askedId, atSeconds: 300, title: sqlQuestion.title, questionId: sqlQuestion.id },
      { kind: "hint", atSeconds: 540, text: sqlQuestion.hints[0] },
    ];
    const [own, theirs] = [await recordOf(staged.interviewer), await recordOf(staged.interviewee)];
    expect(questionsOf(own)).toMatchObject(common);
    expect(questionsOf(theirs)).toMatchObject(common);
    expect(questionsOf(own)[0]).toMatchObject({
      marks: {
        criteria: [
          { name: sqlQuestion.criteria[0]?.name, score: 4 },
          { name: sqlQuestion.criteria[1]?.name, score: null },
        ],
        note: marks.note,
        outcome: "well",
      },
    });
    expect(questionsOf(theirs)[0]).toMatchObject({ marks: null });
    expect(JSON.stringify(theirs)).not.toContain(marks.note);
  });

  it.each([
    [{ scores: [6, 1], note: "", outcome: null }, "scores.0"],
    [{ scores: [1], note: "", outcome: null }, "scores"],
    [{ scores: [1, 1], note: "x".repeat(501), outcome: null }, "note"],
    [{ scores: [1, 1], note: "", outcome: "superb" }, "outcome"],
  ])("refuse %j", async (body, path) => {
    const askedId = randomUUID();
    await show(staged.interviewer, "ab-test-readout", askedId);
    const answer = await mark(askedId, body);
    expect([answer.status, answer.body.details[0].path]).toEqual([400, path]);
  });
});

describe("a question that was asked before", () => {
  it("shows its date to every interviewer, without a name", async () => {
    await show(staged.interviewer, "ab-test-readout");
    const earlier = app.clock.now().toISOString();
    expect((await search(staged.interviewer, "?text=a%2Fb")).body.questions[0].askedBefore).toBeNull();
    const again = await stage(staged.interviewee);
    id = again.booking._id;
    const found = await search(again.interviewer, "?text=a%2Fb%20test%20read");
    expect(found.body.questions[0]).toMatchObject({ id: "ab-test-readout", askedBefore: earlier });
    const read = await call(again.interviewer, "GET", `/api/rooms/${id}/questions/ab-test-readout`);
    expect(read.body.askedBefore).toBe(earlier);
    expect(JSON.stringify([found.body, read.body])).not.toContain(staged.interviewer.user._id);
  });
});

describe("own questions", () => {
  it("can be written, found, shown, changed and deleted only by their author", async () => {
    const { status, body: own } = await call(
      staged.interviewer,
      "POST",
      "/api/interviewer/questions",
      ownInput,
    );
    expect(status).toBe(201);
    const path = `/api/interviewer/questions/${own.id}`;
    const list = await call(staged.interviewer, "GET", "/api/interviewer/questions");
    expect(list.body.questions).toMatchObject([{ id: own.id, title: ownInput.title, minutes: 10 }]);
    expect((await search(staged.interviewer, "?from=own")).body.questions).toMatchObject([
      { id: own.id, source: "own", title: ownInput.title, topic: null },
    ]);
    const stranger = await stage();
    const mine = id;
    id = stranger.booking._id;
    expect((await search(stranger.interviewer, "?from=own")).body.total).toBe(0);
    const theirs = await call(stranger.interviewer, "GET", "/api/interviewer/questions");
    expect(theirs.body).toEqual({ questions: [] });
    expect((await show(stranger.interviewer, own.id)).status).toBe(404);
    for (const [method, body] of [["GET"], ["PUT", ownInput], ["DELETE"]] as [string, unknown?][])
      expect((await call(stranger.interviewer, method, path, body)).status).toBe(404);
    id = mine;
    into(6);
    expect((await show(staged.interviewer, own.id)).body.marks.criteria).toEqual([]);
    const changed = await call(staged.interviewer, "PUT", path, { ...ownInput, title: "Another title" });
    expect(changed.body.title).toBe("Another title");
    expect((await call(staged.interviewer, "DELETE", path)).status).toBe(204);
    expect((await call(staged.interviewer, "GET", path)).status).toBe(404);
    // The interview keeps the question as it was, without the notes.
    const text = JSON.stringify((await recordOf(staged.interviewee)).items);
    expect(text).toContain(ownInput.title);
    expect(text).not.toContain("Another title");
    expect(text).not.toContain(ownInput.notes);
  });

  it.each([
    [{ ...ownInput, title: " " }, "title"],
    [{ ...ownInput, prompt: "x".repeat(4_001) }, "prompt"],
    [{ ...ownInput, minutes: 0 }, "minutes"],
    [{ ...ownInput, language: "cobol" }, "language"],
    [{ ...ownInput, starterCode: "a\0b" }, "starterCode"],
    [{ ...ownInput, notes: "x".repeat(4_001) }, "notes"],
  ])("refuse invalid input: %#", async (body, path) => {
    const answer = await call(staged.interviewer, "POST", "/api/interviewer/questions", body);
    expect([answer.status, answer.body.details[0].path]).toEqual([400, path]);
  });

  it("have a limit for each author", async () => {
    const now = app.clock.now();
    const rows = Array.from({ length: 200 }, (_, index) => ({
      id: randomUUID(),
      authorId: staged.interviewer.user._id,
      title: `Question ${index}`,
      prompt: "What now?",
      createdAt: now,
      updatedAt: now,
    }));
    await app.deps.database.insertInto("ownQuestions").values(rows).execute();
    const answer = await call(staged.interviewer, "POST", "/api/interviewer/questions", ownInput);
    expect(answer.status).toBe(409);
  });
});

describe("favorites", () => {
  it("come first, and can only be existing questions", async () => {
    const path = (questionId: string) => `/api/interviewer/favorite-questions/${questionId}`;
    expect((await call(staged.interviewer, "PUT", path("no-such-question"))).status).toBe(404);
    expect((await call(staged.interviewer, "PUT", path(talkQuestion.id))).status).toBe(204);
    expect((await call(staged.interviewer, "PUT", path(talkQuestion.id))).status).toBe(204);
    expect((await search(staged.interviewer)).body.questions[0]).toMatchObject({
      id: talkQuestion.id,
      isFavorite: true,
    });
    expect((await search(staged.interviewer, "?from=favorites")).body.total).toBe(1);
    expect((await call(staged.interviewer, "DELETE", path(talkQuestion.id))).status).toBe(204);
    expect((await search(staged.interviewer, "?from=favorites")).body.total).toBe(0);
  });
});

describe("storage of an asked question", () => {
  it("is part of the record that reports are made from, without marks", async () => {
    const askedId = randomUUID();
    await show(staged.interviewer, "ab-test-readout", askedId);
    const booking = await findBooking(app.deps.database, id);
    if (booking === null) throw new Error("no booking");
    const { items } = await assembleRecord(app.deps.database, booking, app.clock.now());
    expect(items.filter(({ kind }) => kind === "question")).toEqual([
      {
        kind: "question",
        id: askedId,
        at: app.clock.now().toISOString(),
        party: "interviewer",
        questionId: "ab-test-readout",
        title: sqlQuestion.title,
        prompt: sqlQuestion.prompt,
      },
    ]);
  });

  it("loses its interviewer's text when they close their account, and keeps the bank's text", async () => {
    const { body: own } = await call(staged.interviewer, "POST", "/api/interviewer/questions", ownInput);
    await call(staged.interviewer, "PUT", `/api/interviewer/favorite-questions/${own.id}`);
    await show(staged.interviewer, own.id);
    into(8);
    await show(staged.interviewer, "ab-test-readout");
    await inTransaction(app.deps.database, (tx) => eraseRoomQuestions(tx, staged.interviewer.user._id));
    const titles = (await recordOf(staged.interviewee)).items
      .filter(({ kind }: { kind: string }) => kind === "question")
      .map(({ title }: { title: string }) => title);
    expect(titles).toEqual([sqlQuestion.title]);
    const { questions } = (await asked(staged.interviewer)).body;
    expect(questions[0].marks).toEqual({ criteria: [], note: "", outcome: null });
    expect((await search(staged.interviewer, "?from=own")).body.total).toBe(0);
    expect((await search(staged.interviewer, "?from=favorites")).body.total).toBe(0);
  });

  it("is deleted with the interview's record", async () => {
    await show(staged.interviewer, "ab-test-readout");
    app.clock.set(addMinutes(new Date(staged.booking.endTime), 365 * 24 * 60 + 1));
    await purgeOldRecords(app.deps);
    const left = await app.deps.database.selectFrom("roomQuestions").select("id").execute();
    const marks = await app.deps.database.selectFrom("roomQuestionMarks").select("note").execute();
    expect([left, marks]).toEqual([[], []]);
  });
});
