import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { bank, sqlQuestion, talkQuestion, useInterview } from "../../testing/rooms/room-questions-setup.ts";
import { startSecondServer } from "../../testing/servers/second-server.ts";

const interview = useInterview();
const { startInterview, call, search, show, asked, join, setMinute, recordOf } = interview;

describe("the search", () => {
  it.each([
    ["?text=a%2Fb%20test", "ab-test-readout"],
    ["?topic=sql&level=mid&text=read", "ab-test-readout"],
  ])("finds %s", async (query, expected) => {
    const { status, body } = await search(interview.booked.interviewer, query);
    expect(status).toBe(200);
    expect(body.questions.map((question: { id: string }) => question.id)).toContain(expected);
  });

  it("filters by role, topic, level and minutes, and counts the results that it does not show", async () => {
    const all = (await search(interview.booked.interviewer)).body;
    expect([all.questions.length, all.total]).toEqual([50, bank.all.length]);
    const { body } = await search(
      interview.booked.interviewer,
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
    const { body } = await search(interview.booked.interviewer, "?text=read%20out");
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
    const answer = await search(interview.booked.interviewer, query);
    expect(answer.status).toBe(400);
    if (path) expect(answer.body.details[0].path).toBe(path);
  });
});

describe("permissions", () => {
  const calls = (askedId: string): [string, string, unknown?][] => [
    ["GET", `/api/rooms/${interview.id}/questions`],
    ["GET", `/api/rooms/${interview.id}/questions/ab-test-readout`],
    ["GET", `/api/rooms/${interview.id}/asked-questions`],
    [
      "POST",
      `/api/rooms/${interview.id}/asked-questions`,
      { id: randomUUID(), questionId: "ab-test-readout" },
    ],
    ["POST", `/api/rooms/${interview.id}/asked-questions/${askedId}/hints`, { index: 0 }],
    ["POST", `/api/rooms/${interview.id}/asked-questions/${askedId}/end`],
    [
      "PUT",
      `/api/rooms/${interview.id}/asked-questions/${askedId}/marks`,
      { scores: [1, 1], note: "", outcome: null },
    ],
  ];

  it("only for the interviewer of the interview", async () => {
    const askedId = randomUUID();
    expect((await show(interview.booked.interviewer, "ab-test-readout", askedId)).status).toBe(201);
    const stranger = await interview.app.signUpInterviewer();
    for (const [method, path, body] of calls(askedId)) {
      expect((await call(interview.booked.interviewee, method, path, body)).status, path).toBe(403);
      expect((await call(stranger, method, path, body)).status, path).toBe(404);
    }
    // Another interviewer cannot reach it through an interview of their own either.
    const foreign = interview.id;
    const other = await startInterview();
    interview.id = other.booking._id;
    for (const [method, path, body] of calls(askedId).slice(4)) {
      expect((await call(other.interviewer, method, path, body)).status, path).toBe(404);
    }
    expect((await show(other.interviewer, "ab-test-readout", askedId)).status).toBe(409);
    interview.id = foreign;
  });

  it.each([-11, 75])("only while the room is open (minute %i)", async (minute) => {
    setMinute(minute);
    for (const answer of [
      await search(interview.booked.interviewer),
      await call(interview.booked.interviewer, "GET", `/api/rooms/${interview.id}/questions/ab-test-readout`),
      await show(interview.booked.interviewer, "ab-test-readout"),
    ])
      expect(answer.status).toBe(409);
    expect((await asked(interview.booked.interviewer)).status).toBe(200);
  });
});

describe("a question", () => {
  it("is available to the interviewer with its answer key, without hidden tests", async () => {
    const { body } = await call(
      interview.booked.interviewer,
      "GET",
      `/api/rooms/${interview.id}/questions/ab-test-readout`,
    );
    expect(body).toMatchObject({
      title: sqlQuestion.title,
      hints: sqlQuestion.hints,
      followUps: sqlQuestion.followUps,
      criteria: sqlQuestion.criteria,
      modelAnswer: sqlQuestion.modelAnswer,
      code: { language: "sql", referenceSolution: sqlQuestion.referenceSolution },
    });
    expect(JSON.stringify(body)).not.toContain("hiddenTests");
    const missing = await call(
      interview.booked.interviewer,
      "GET",
      `/api/rooms/${interview.id}/questions/no-such-question`,
    );
    expect(missing.status).toBe(404);
  });

  it("is shown to both at once, and again after a reload, without any part of its answer", async () => {
    const [interviewee, interviewer] = [
      await join(interview.booked.interviewee),
      await join(interview.booked.interviewer),
    ];
    expect((await interviewee.next("welcome")).question).toBeNull();
    await interviewer.next("welcome");
    expect((await show(interview.booked.interviewer, "ab-test-readout")).status).toBe(201);
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
    await show(interview.booked.interviewer, "ab-test-readout", first);
    expect((await show(interview.booked.interviewer, "ab-test-readout", first)).status).toBe(201);
    expect((await show(interview.booked.interviewer, talkQuestion.id, first)).status).toBe(409);
    setMinute(15);
    await show(interview.booked.interviewer, talkQuestion.id);
    const { body } = await asked(interview.booked.interviewer);
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
    await show(interview.booked.interviewer, "ab-test-readout", askedId);
    const hint = (index: number) =>
      call(
        interview.booked.interviewer,
        "POST",
        `/api/rooms/${interview.id}/asked-questions/${askedId}/hints`,
        { index },
      );
    expect((await hint(1)).body.hints).toMatchObject([{ index: 1, text: sqlQuestion.hints[1] }]);
    const { question } = await interviewee.next(
      "question",
      (message) => message.question?.hints.length === 1,
    );
    expect(question?.hints).toEqual([sqlQuestion.hints[1]]);
    expect((await hint(1)).body.hints).toHaveLength(1);
    expect((await hint(3)).status).toBe(400);
    await call(
      interview.booked.interviewer,
      "POST",
      `/api/rooms/${interview.id}/asked-questions/${askedId}/end`,
    );
    await interviewee.next("question", (message) => message.question === null);
    expect((await hint(0)).status).toBe(409);
  });

  it("reaches a page on another server", async () => {
    const second = await startSecondServer(interview.app);
    const interviewee = await join(interview.booked.interviewee, second);
    await interviewee.next("welcome");
    await show(interview.booked.interviewer, talkQuestion.id);
    expect((await interviewee.next("question")).question?.title).toBe(talkQuestion.title);
    await second.close();
  });

  it("has a limit for each interview", async () => {
    for (let count = 0; count < 40; count += 1)
      expect((await show(interview.booked.interviewer, talkQuestion.id)).status).toBe(201);
    const tooMany = await show(interview.booked.interviewer, talkQuestion.id);
    expect([tooMany.status, tooMany.body.msg]).toEqual([409, "An interview has at most 40 questions."]);
  });
});

describe("marks of a question", () => {
  const mark = (askedId: string, body: unknown) =>
    call(
      interview.booked.interviewer,
      "PUT",
      `/api/rooms/${interview.id}/asked-questions/${askedId}/marks`,
      body,
    );

  it("stay private: the record shows both the question, and only the interviewer the marks", async () => {
    const askedId = randomUUID();
    await show(interview.booked.interviewer, "ab-test-readout", askedId);
    setMinute(9);
    await call(
      interview.booked.interviewer,
      "POST",
      `/api/rooms/${interview.id}/asked-questions/${askedId}/hints`,
      { index: 0 },
    );
    const marks = { scores: [4, null], note: "Checked the split unprompted", outcome: "well" };
    expect((await mark(askedId, marks)).status).toBe(200);
    setMinute(100);
    // The interviewer may still change them while writing feedback.
    expect((await mark(askedId, marks)).status).toBe(200);
    const questionsOf = (record: { items: { kind: string }[] }) =>
      record.items.filter(({ kind }) => kind === "question" || kind === "hint");
    const common = [
      { kind: "question", id: askedId, atSeconds: 300, title: sqlQuestion.title, questionId: sqlQuestion.id },
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
    await show(interview.booked.interviewer, "ab-test-readout", askedId);
    const answer = await mark(askedId, body);
    expect([answer.status, answer.body.details[0].path]).toEqual([400, path]);
  });
});
