import { randomUUID } from "node:crypto";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { describe, expect, it } from "vitest";
import { inTransaction } from "../../kernel/db/transaction.ts";
import { assembleRecord } from "../../review/reports/assemble-record.ts";
import { findBooking } from "../../schedule/bookings/find-booking.ts";
import { sqlQuestion, talkQuestion, useInterview } from "../../testing/rooms/room-questions-setup.ts";
import { purgeOldRecords } from "../record/purge-records.ts";
import { eraseRoomQuestions } from "./erase-room-questions.ts";

const interview = useInterview();
const { startInterview, call, search, show, asked, setMinute, recordOf } = interview;
const ownInput = {
  title: "Our ranking outage",
  prompt: "Clicks fell by 8% overnight. What do you look at first?",
  language: null,
  starterCode: "",
  minutes: 10,
  notes: "Wants: logging before models.",
};

describe("a question that was asked before", () => {
  it("shows its date to every interviewer, without a name", async () => {
    await show(interview.booked.interviewer, "ab-test-readout");
    const earlier = interview.app.clock.now().toISOString();
    expect(
      (await search(interview.booked.interviewer, "?text=a%2Fb")).body.questions[0].askedBefore,
    ).toBeNull();
    const again = await startInterview(interview.booked.interviewee);
    interview.id = again.booking._id;
    const found = await search(again.interviewer, "?text=a%2Fb%20test%20read");
    expect(found.body.questions[0]).toMatchObject({ id: "ab-test-readout", askedBefore: earlier });
    const read = await call(again.interviewer, "GET", `/api/rooms/${interview.id}/questions/ab-test-readout`);
    expect(read.body.askedBefore).toBe(earlier);
    expect(JSON.stringify([found.body, read.body])).not.toContain(interview.booked.interviewer.user._id);
  });
});

describe("own questions", () => {
  it("can be written, found, shown, changed and deleted only by their author", async () => {
    const { status, body: own } = await call(
      interview.booked.interviewer,
      "POST",
      "/api/interviewer/questions",
      ownInput,
    );
    expect(status).toBe(201);
    const path = `/api/interviewer/questions/${own.id}`;
    const list = await call(interview.booked.interviewer, "GET", "/api/interviewer/questions");
    expect(list.body.questions).toMatchObject([{ id: own.id, title: ownInput.title, minutes: 10 }]);
    expect((await search(interview.booked.interviewer, "?from=own")).body.questions).toMatchObject([
      { id: own.id, source: "own", title: ownInput.title, topic: null },
    ]);
    const stranger = await startInterview();
    const mine = interview.id;
    interview.id = stranger.booking._id;
    expect((await search(stranger.interviewer, "?from=own")).body.total).toBe(0);
    const theirs = await call(stranger.interviewer, "GET", "/api/interviewer/questions");
    expect(theirs.body).toEqual({ questions: [] });
    expect((await show(stranger.interviewer, own.id)).status).toBe(404);
    for (const [method, body] of [["GET"], ["PUT", ownInput], ["DELETE"]] as [string, unknown?][])
      expect((await call(stranger.interviewer, method, path, body)).status).toBe(404);
    interview.id = mine;
    setMinute(6);
    expect((await show(interview.booked.interviewer, own.id)).body.marks.criteria).toEqual([]);
    const changed = await call(interview.booked.interviewer, "PUT", path, {
      ...ownInput,
      title: "Another title",
    });
    expect(changed.body.title).toBe("Another title");
    expect((await call(interview.booked.interviewer, "DELETE", path)).status).toBe(204);
    expect((await call(interview.booked.interviewer, "GET", path)).status).toBe(404);
    // The interview keeps the question as it was, without the notes.
    const text = JSON.stringify((await recordOf(interview.booked.interviewee)).items);
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
    const answer = await call(interview.booked.interviewer, "POST", "/api/interviewer/questions", body);
    expect([answer.status, answer.body.details[0].path]).toEqual([400, path]);
  });

  it("have a limit for each author", async () => {
    const now = interview.app.clock.now();
    const rows = Array.from({ length: 200 }, (_, index) => ({
      id: randomUUID(),
      authorId: interview.booked.interviewer.user._id,
      title: `Question ${index}`,
      prompt: "What now?",
      createdAt: now,
      updatedAt: now,
    }));
    await interview.app.deps.database.insertInto("ownQuestions").values(rows).execute();
    const answer = await call(interview.booked.interviewer, "POST", "/api/interviewer/questions", ownInput);
    expect(answer.status).toBe(409);
  });
});

describe("favorites", () => {
  it("come first, and can only be existing questions", async () => {
    const path = (questionId: string) => `/api/interviewer/favorite-questions/${questionId}`;
    expect((await call(interview.booked.interviewer, "PUT", path("no-such-question"))).status).toBe(404);
    expect((await call(interview.booked.interviewer, "PUT", path(talkQuestion.id))).status).toBe(204);
    expect((await call(interview.booked.interviewer, "PUT", path(talkQuestion.id))).status).toBe(204);
    expect((await search(interview.booked.interviewer)).body.questions[0]).toMatchObject({
      id: talkQuestion.id,
      isFavorite: true,
    });
    expect((await search(interview.booked.interviewer, "?from=favorites")).body.total).toBe(1);
    expect((await call(interview.booked.interviewer, "DELETE", path(talkQuestion.id))).status).toBe(204);
    expect((await search(interview.booked.interviewer, "?from=favorites")).body.total).toBe(0);
  });
});

describe("storage of an asked question", () => {
  it("is part of the record that reports are made from, without marks", async () => {
    const askedId = randomUUID();
    await show(interview.booked.interviewer, "ab-test-readout", askedId);
    const booking = await findBooking(interview.app.deps.database, interview.id);
    if (booking === null) throw new Error("no booking");
    const { items } = await assembleRecord(interview.app.deps, booking, interview.app.clock.now());
    expect(items.filter(({ kind }) => kind === "question")).toEqual([
      {
        kind: "question",
        id: askedId,
        at: interview.app.clock.now().toISOString(),
        party: "interviewer",
        questionId: "ab-test-readout",
        title: sqlQuestion.title,
        prompt: sqlQuestion.prompt,
      },
    ]);
  });

  it("loses its interviewer's text when they close their account, and keeps the bank's text", async () => {
    const { body: own } = await call(
      interview.booked.interviewer,
      "POST",
      "/api/interviewer/questions",
      ownInput,
    );
    await call(interview.booked.interviewer, "PUT", `/api/interviewer/favorite-questions/${own.id}`);
    await show(interview.booked.interviewer, own.id);
    setMinute(8);
    await show(interview.booked.interviewer, "ab-test-readout");
    await inTransaction(interview.app.deps.database, (tx) =>
      eraseRoomQuestions(tx, interview.booked.interviewer.user._id),
    );
    const titles = (await recordOf(interview.booked.interviewee)).items
      .filter(({ kind }: { kind: string }) => kind === "question")
      .map(({ title }: { title: string }) => title);
    expect(titles).toEqual([sqlQuestion.title]);
    const { questions } = (await asked(interview.booked.interviewer)).body;
    expect(questions[0].marks).toEqual({ criteria: [], note: "", outcome: null });
    expect((await search(interview.booked.interviewer, "?from=own")).body.total).toBe(0);
    expect((await search(interview.booked.interviewer, "?from=favorites")).body.total).toBe(0);
  });

  it("is deleted with the interview's record", async () => {
    await show(interview.booked.interviewer, "ab-test-readout");
    interview.app.clock.set(addMinutes(new Date(interview.booked.booking.endTime), 365 * 24 * 60 + 1));
    await purgeOldRecords(interview.app.deps);
    const left = await interview.app.deps.database.selectFrom("roomQuestions").select("id").execute();
    const marks = await interview.app.deps.database.selectFrom("roomQuestionMarks").select("note").execute();
    expect([left, marks]).toEqual([[], []]);
  });
});
