import { randomUUID } from "node:crypto";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { questionTopics } from "@greenroom/contract/kernel/topics.ts";
import { questionLevels, questionRoles } from "@greenroom/contract/room/questions.ts";
import { LEVELS, ROLES, TOPICS } from "@greenroom/questions/schema.ts";
import { describe, expect, it } from "vitest";
import { inTransaction } from "../../kernel/db/transaction.ts";
import { assembleRecord } from "../../review/reports/make-report.ts";
import { findBooking } from "../../schedule/bookings/find-booking.ts";
import { startSecondServer } from "../../testing/app.ts";
import { bank, sqlQuestion, talkQuestion, useInterview } from "../../testing/rooms.ts";
import { eraseRoomQuestions } from "../erase.ts";
import { purgeOldRecords } from "../jobs.ts";
import { openQuestionBank } from "./question-bank.ts";

describe("room questions", () => {
  const interview = useInterview();
  const { startInterview, call, ask, search, show, asked, join, setMinute, recordOf } = interview;

  describe("the search", () => {
    it.each([
      ["?text=a%2Fb%20test", "ab-test-readout"],
      ["?topic=sql&level=mid&text=read", "ab-test-readout"],
    ])("finds %s", async (query, expected) => {
      const { status, body } = await search(query);
      expect(status).toBe(200);
      expect(body.questions.map((question: { id: string }) => question.id)).toContain(expected);
    });

    it("filters by role, topic, level and minutes, and counts the results that it does not show", async () => {
      const all = (await search()).body;
      expect([all.questions.length, all.total]).toEqual([50, bank.all.length]);
      const { body } = await search("?role=data-analyst&topic=sql&level=junior&maxMinutes=12");
      const expected = bank.all.filter(
        ({ roles, topic, level, minutes }) =>
          roles.includes("data-analyst") && topic === "sql" && level === "junior" && minutes <= 12,
      );
      expect(body.total).toBe(expected.length);
      expect(expected.length).toBeGreaterThan(0);
    });

    it("lists no prompts and no answers", async () => {
      const { body } = await search("?text=read%20out");
      expect(Object.keys(body.questions[0]).sort()).toEqual(
        "askedBefore id isFavorite language level minutes source title topic".split(" "),
      );
    });

    it.each([
      ["?role=astronaut", "role"],
      ["?maxMinutes=46", "maxMinutes"],
      [`?text=${"x".repeat(101)}`, "text"],
    ])("refuses %s", async (query, path) => {
      const answer = await search(query);
      expect(answer.status).toBe(400);
      expect(answer.body.details[0].path).toBe(path);
    });
  });

  describe("permissions", () => {
    it("a question that was asked elsewhere cannot be reached through an interview of one's own", async () => {
      const askedId = randomUUID();
      expect((await show("ab-test-readout", askedId)).status).toBe(201);
      const foreign = interview.id;
      const other = await startInterview();
      interview.id = other.booking._id;
      const path = `/api/rooms/${interview.id}/asked-questions/${askedId}`;
      for (const [method, rest, body] of [
        ["POST", "/hints", { index: 0 }],
        ["POST", "/end", undefined],
        ["PUT", "/marks", { scores: [1, 1], note: "", outcome: null }],
      ] as const)
        expect((await call(other.interviewer, method, path + rest, body)).status, rest).toBe(404);
      expect((await show("ab-test-readout", askedId, other.interviewer)).status).toBe(409);
      interview.id = foreign;
    });

    it.each([-11, 75])("only while the room is open (minute %i)", async (minute) => {
      setMinute(minute);
      for (const answer of [
        await search(),
        await ask("GET", `/api/rooms/${interview.id}/questions/ab-test-readout`),
        await show("ab-test-readout"),
      ])
        expect(answer.status).toBe(409);
      expect((await asked()).status).toBe(200);
    });
  });

  describe("a question", () => {
    it("is available to the interviewer with its answer key, without hidden tests", async () => {
      const { body } = await ask("GET", `/api/rooms/${interview.id}/questions/ab-test-readout`);
      expect(body).toMatchObject({
        title: sqlQuestion.title,
        hints: sqlQuestion.hints,
        followUps: sqlQuestion.followUps,
        criteria: sqlQuestion.criteria,
        modelAnswer: sqlQuestion.modelAnswer,
        code: { language: "sql", referenceSolution: sqlQuestion.referenceSolution },
      });
      expect(JSON.stringify(body)).not.toContain("hiddenTests");
      const missing = await ask("GET", `/api/rooms/${interview.id}/questions/no-such-question`);
      expect(missing.status).toBe(404);
    });

    it("is shown to both at once, and again after a reload, without any part of its answer", async () => {
      const [interviewee, interviewer] = [
        await join(interview.booked.interviewee),
        await join(interview.booked.interviewer),
      ];
      expect((await interviewee.next("welcome")).question).toBeNull();
      await interviewer.next("welcome");
      expect((await show("ab-test-readout")).status).toBe(201);
      const expected = {
        title: sqlQuestion.title,
        prompt: sqlQuestion.prompt,
        hints: [],
        code: { language: "sql", starterCode: sqlQuestion.starterCode, tables: sqlQuestion.tables },
      };
      const seen = await interviewee.next("question");
      expect(seen.question).toMatchObject(expected);
      expect((await interviewer.next("question")).question).toMatchObject(expected);
      interviewee.socket.terminate();
      const again = await (await join(interview.booked.interviewee)).next("welcome");
      expect(again.question).toEqual(seen.question);
      const text = JSON.stringify([seen, again, await recordOf(interview.booked.interviewee)]);
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
      await show("ab-test-readout", first);
      expect((await show("ab-test-readout", first)).status).toBe(201);
      expect((await show(talkQuestion.id, first)).status).toBe(409);
      setMinute(15);
      await show(talkQuestion.id);
      const { body } = await asked();
      expect(
        body.questions.map(({ questionId, endedAt }: { questionId: string; endedAt: string | null }) => [
          questionId,
          endedAt,
        ]),
      ).toEqual([
        ["ab-test-readout", interview.app.clock.now().toISOString()],
        [talkQuestion.id, null],
      ]);
    });

    it("shows its hints one by one, and none after it is done", async () => {
      const interviewee = await join(interview.booked.interviewee);
      // Otherwise the welcome could contain the question, and no message about it would follow.
      await interviewee.next("welcome");
      const askedId = randomUUID();
      await show("ab-test-readout", askedId);
      const hint = (index: number) =>
        ask("POST", `/api/rooms/${interview.id}/asked-questions/${askedId}/hints`, { index });
      expect((await hint(1)).body.hints).toMatchObject([{ index: 1, text: sqlQuestion.hints[1] }]);
      const { question } = await interviewee.next(
        "question",
        (message) => message.question?.hints.length === 1,
      );
      expect(question?.hints).toEqual([sqlQuestion.hints[1]]);
      expect((await hint(1)).body.hints).toHaveLength(1);
      expect((await hint(3)).status).toBe(400);
      await ask("POST", `/api/rooms/${interview.id}/asked-questions/${askedId}/end`);
      await interviewee.next("question", (message) => message.question === null);
      expect((await hint(0)).status).toBe(409);
    });

    it("reaches a page on another server", async () => {
      const second = await startSecondServer(interview.app);
      const interviewee = await join(interview.booked.interviewee, second);
      await interviewee.next("welcome");
      await show(talkQuestion.id);
      expect((await interviewee.next("question")).question?.title).toBe(talkQuestion.title);
      await second.close();
    });

    it("has a limit for each interview", async () => {
      for (let count = 0; count < 40; count += 1) expect((await show(talkQuestion.id)).status).toBe(201);
      const tooMany = await show(talkQuestion.id);
      expect([tooMany.status, tooMany.body.msg]).toEqual([409, "An interview has at most 40 questions."]);
    });
  });

  describe("marks of a question", () => {
    const mark = (askedId: string, body: unknown) =>
      ask("PUT", `/api/rooms/${interview.id}/asked-questions/${askedId}/marks`, body);

    it("stay private: the record shows both the question, and only the interviewer the marks", async () => {
      const askedId = randomUUID();
      await show("ab-test-readout", askedId);
      setMinute(9);
      await ask("POST", `/api/rooms/${interview.id}/asked-questions/${askedId}/hints`, { index: 0 });
      const marks = { scores: [4, null], note: "Checked the split unprompted", outcome: "well" };
      expect((await mark(askedId, marks)).status).toBe(200);
      setMinute(100);
      // The interviewer may still change them while writing feedback.
      expect((await mark(askedId, marks)).status).toBe(200);
      const questionsOf = (record: { items: { kind: string }[] }) =>
        record.items.filter(({ kind }) => kind === "question" || kind === "hint");
      const common = [
        {
          kind: "question",
          id: askedId,
          atSeconds: 300,
          title: sqlQuestion.title,
          questionId: sqlQuestion.id,
        },
        { kind: "hint", atSeconds: 540, text: sqlQuestion.hints[0] },
      ];
      const [own, theirs] = [
        await recordOf(interview.booked.interviewer),
        await recordOf(interview.booked.interviewee),
      ];
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
      await show("ab-test-readout", askedId);
      const answer = await mark(askedId, body);
      expect([answer.status, answer.body.details[0].path]).toEqual([400, path]);
    });
  });
});

describe("own questions", () => {
  const interview = useInterview();
  const { startInterview, call, ask, search, show, asked, setMinute, recordOf } = interview;
  const ownInput = {
    title: "Our ranking outage",
    prompt: "Clicks fell by 8% overnight. What do you look at first?",
    language: null,
    starterCode: "",
    minutes: 10,
    notes: "Wants: logging before models.",
  };

  it("a question that was asked before shows its date to every interviewer, without a name", async () => {
    await show("ab-test-readout");
    const earlier = interview.app.clock.now().toISOString();
    expect((await search("?text=a%2Fb")).body.questions[0].askedBefore).toBeNull();
    const again = await startInterview(interview.booked.interviewee);
    interview.id = again.booking._id;
    const found = await search("?text=a%2Fb%20test%20read", again.interviewer);
    expect(found.body.questions[0]).toMatchObject({ id: "ab-test-readout", askedBefore: earlier });
    const read = await call(again.interviewer, "GET", `/api/rooms/${interview.id}/questions/ab-test-readout`);
    expect(read.body.askedBefore).toBe(earlier);
    expect(JSON.stringify([found.body, read.body])).not.toContain(interview.booked.interviewer.user._id);
  });

  describe("own questions", () => {
    it("can be written, found, shown, changed and deleted only by their author", async () => {
      const { status, body: own } = await ask("POST", "/api/interviewer/questions", ownInput);
      expect(status).toBe(201);
      const path = `/api/interviewer/questions/${own.id}`;
      const list = await ask("GET", "/api/interviewer/questions");
      expect(list.body.questions).toMatchObject([{ id: own.id, title: ownInput.title, minutes: 10 }]);
      expect((await search("?from=own")).body.questions).toMatchObject([
        { id: own.id, source: "own", title: ownInput.title, topic: null },
      ]);
      const stranger = await startInterview();
      const mine = interview.id;
      interview.id = stranger.booking._id;
      expect((await search("?from=own", stranger.interviewer)).body.total).toBe(0);
      const theirs = await call(stranger.interviewer, "GET", "/api/interviewer/questions");
      expect(theirs.body).toEqual({ questions: [] });
      expect((await show(own.id, randomUUID(), stranger.interviewer)).status).toBe(404);
      interview.id = mine;
      setMinute(6);
      expect((await show(own.id)).body.marks.criteria).toEqual([]);
      const changed = await ask("PUT", path, {
        ...ownInput,
        title: "Another title",
      });
      expect(changed.body.title).toBe("Another title");
      expect((await ask("DELETE", path)).status).toBe(204);
      expect((await ask("GET", path)).status).toBe(404);
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
    ])("refuse invalid input: %#", async (body, path) => {
      const answer = await ask("POST", "/api/interviewer/questions", body);
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
      const answer = await ask("POST", "/api/interviewer/questions", ownInput);
      expect(answer.status).toBe(409);
    });
  });

  it("favorites come first, and can only be existing questions", async () => {
    const path = (questionId: string) => `/api/interviewer/favorite-questions/${questionId}`;
    expect((await ask("PUT", path("no-such-question"))).status).toBe(404);
    expect((await ask("PUT", path(talkQuestion.id))).status).toBe(204);
    expect((await ask("PUT", path(talkQuestion.id))).status).toBe(204);
    expect((await search()).body.questions[0]).toMatchObject({
      id: talkQuestion.id,
      isFavorite: true,
    });
    expect((await search("?from=favorites")).body.total).toBe(1);
    expect((await ask("DELETE", path(talkQuestion.id))).status).toBe(204);
    expect((await search("?from=favorites")).body.total).toBe(0);
  });

  describe("storage of an asked question", () => {
    it("is part of the record that reports are made from, without marks", async () => {
      const askedId = randomUUID();
      await show("ab-test-readout", askedId);
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
      const { body: own } = await ask("POST", "/api/interviewer/questions", ownInput);
      await ask("PUT", `/api/interviewer/favorite-questions/${own.id}`);
      await show(own.id);
      setMinute(8);
      await show("ab-test-readout");
      await inTransaction(interview.app.deps.database, (tx) =>
        eraseRoomQuestions(tx, interview.booked.interviewer.user._id),
      );
      const titles = (await recordOf(interview.booked.interviewee)).items
        .filter(({ kind }: { kind: string }) => kind === "question")
        .map(({ title }: { title: string }) => title);
      expect(titles).toEqual([sqlQuestion.title]);
      const { questions } = (await asked()).body;
      expect(questions[0].marks).toEqual({ criteria: [], note: "", outcome: null });
      expect((await search("?from=own")).body.total).toBe(0);
      expect((await search("?from=favorites")).body.total).toBe(0);
    });

    it("is deleted with the interview's record", async () => {
      await show("ab-test-readout");
      interview.app.clock.set(addMinutes(new Date(interview.booked.booking.endTime), 365 * 24 * 60 + 1));
      await purgeOldRecords(interview.app.deps);
      const left = await interview.app.deps.database.selectFrom("roomQuestions").select("id").execute();
      const marks = await interview.app.deps.database
        .selectFrom("roomQuestionMarks")
        .select("note")
        .execute();
      expect([left, marks]).toEqual([[], []]);
    });
  });
});

describe("bank", () => {
  it("has the roles, topics and levels that the contract names", () => {
    expect(questionRoles).toEqual(ROLES);
    expect(questionTopics).toEqual(TOPICS);
    expect(questionLevels).toEqual(LEVELS);
  });

  it("finds a question by its title, but for case, spaces and a mark at its end", async () => {
    const bank = await openQuestionBank();
    const [first] = bank.all;
    expect(bank.findByTitle(` ${first?.title.toUpperCase().replaceAll(" ", "  ")}? `)).toBe(first);
    expect(bank.findByTitle("No such question")).toBeUndefined();
  });
});
