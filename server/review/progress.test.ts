import { randomUUID } from "node:crypto";
import type { AreaProgress } from "@greenroom/contract/review/progress.ts";
import { areasOf } from "@greenroom/contract/review/tracks.ts";
import type { Track } from "@greenroom/contract/schedule/goals.ts";
import { type AiFeedback, nothingMeasured } from "@greenroom/contract/schedule/report-shape.ts";
import { describe, expect, it } from "vitest";
import { inTransaction } from "../kernel/db/transaction.ts";
import type { SignedUpUser } from "../testing/app.ts";
import { app, booked, roomId, useOpenRoom } from "../testing/rooms.ts";
import { areaProgress, findNextFocus, type ScoredInterview } from "./progress.ts";
import { putReport } from "./reports/make-report.ts";

describe("progress", () => {
  useOpenRoom();

  const claimId = randomUUID();

  const scored = (changes: Partial<AiFeedback> = {}): AiFeedback => ({
    areas: [
      { name: "coding", label: "Coding" },
      { name: "communication", label: "Communication" },
    ],
    claims: [],
    checked: 0,
    verified: 0,
    shown: 0,
    source: { kind: "measured" },
    measured: { ...nothingMeasured, talkShare: 0.6, mentorScores: [{ area: "coding", score: 4 }] },
    plan: [
      { claimId, title: "Think aloud", exercise: "One problem a day.", questionId: null, drillId: null },
    ],
    madeAt: "2026-11-20T14:00:00.000Z",
    isLate: false,
    ...changes,
  });

  const keepReport = (report: AiFeedback) =>
    inTransaction(app.deps.database, (tx) =>
      putReport(
        tx,
        {
          bookingId: roomId,
          intervieweeId: booked.interviewee.user._id,
          checked: report,
          usage: null,
          createdAt: app.clock.now(),
        },
        { replace: false },
      ),
    );

  /** The interviewer's feedback, as an uploaded PDF. */
  const giveFeedback = () =>
    app.deps.database
      .insertInto("feedbackFiles")
      .values({
        bookingId: roomId,
        storageKey: `feedback/${randomUUID()}.pdf`,
        fileName: "feedback.pdf",
        sizeBytes: 1_000,
        uploadedAt: app.clock.now(),
        heldAt: null,
      })
      .execute();

  const get = (path: string, by: SignedUpUser) => app.get(by, path);
  const tick = (body: unknown, claim = claimId, by: SignedUpUser = booked.interviewee) =>
    app.post(by, `/api/user/reports/${roomId}/exercises/${claim}`, body);

  describe("progress", () => {
    it("is empty before there is a report", async () => {
      const { status, body } = await get("/api/user/progress", booked.interviewee);
      expect([status, body]).toEqual([200, { interviews: [], areas: [], nextFocus: null }]);
    });

    it("shows the mentor's score within a band, the measurements, and the exercises", async () => {
      await keepReport(scored());
      const { body } = await get("/api/user/progress", booked.interviewee);
      expect(body.interviews).toMatchObject([
        {
          bookingId: roomId,
          withName: "Ira Viewer",
          measured: { talkShare: 0.6 },
          exercises: { planned: 1, done: 0, open: [scored().plan[0]?.title] },
        },
      ]);
      expect(body.areas).toEqual([
        {
          name: "coding",
          label: "Coding",
          otherLabels: [],
          points: [{ bookingId: roomId, label: "Coding", score: 4, low: 3, high: 5 }],
        },
      ]);
      expect(body.nextFocus).toBe("coding");
    });

    it("shows the interviewer of a booking the same without other interviewers' names and words", async () => {
      await keepReport(scored());
      await giveFeedback();
      const path = `/api/interviewer/candidate-progress/${booked.interviewee.user._id}`;
      const mine = await get("/api/user/progress", booked.interviewee);
      const theirs = await get(path, booked.interviewer);
      expect(theirs.body).toEqual({
        ...mine.body,
        interviews: [
          { ...mine.body.interviews[0], withName: null, exercises: { planned: 1, done: 0, open: [] } },
        ],
      });
    });
  });

  describe("the report of an interview that awaits its interviewer's scores", () => {
    it("is missing from the progress that this interviewer sees, until their feedback is in", async () => {
      await keepReport(scored({ measured: nothingMeasured }));
      const path = `/api/interviewer/candidate-progress/${booked.interviewee.user._id}`;
      expect((await get(path, booked.interviewer)).body).toEqual({
        interviews: [],
        areas: [],
        nextFocus: null,
      });
      expect((await get("/api/user/progress", booked.interviewee)).body.interviews).toHaveLength(1);
      await giveFeedback();
      expect((await get(path, booked.interviewer)).body.interviews).toHaveLength(1);
    });

    it("has no area that only a model scored, as reports once stored", async () => {
      const scores = [{ area: "coding", median: 2, spread: 0, note: "" }];
      await keepReport({ ...scored({ measured: nothingMeasured }), scores } as AiFeedback);
      const { body } = await get("/api/user/progress", booked.interviewee);
      expect([body.interviews.length, body.areas]).toEqual([1, []]);
      const read = await get(`/api/user/reports/${roomId}`, booked.interviewee);
      expect(read.body.report.claims).toEqual([]);
      expect(read.body.report.scores).toBeUndefined();
    });
  });

  describe("the mentor's scores before the report", () => {
    const giveScores = () =>
      app.deps.database
        .insertInto("feedbackScores")
        .values(
          areasOf("ml-engineer").map(({ name }) => ({
            bookingId: roomId,
            intervieweeId: booked.interviewee.user._id,
            interviewerId: booked.interviewer.user._id,
            track: "ml-engineer",
            area: name,
            score: 4,
            notes: "",
            scoredAt: app.clock.now(),
          })),
        )
        .execute();

    it("are shown at once, and the measurements and the plan with the report", async () => {
      await giveScores();
      const before = (await get("/api/user/progress", booked.interviewee)).body;
      expect(before.interviews).toMatchObject([
        {
          bookingId: roomId,
          hasReport: false,
          measured: { runs: null },
          exercises: { planned: 0 },
        },
      ]);
      expect(before.areas.map(({ label, points }: AreaProgress) => [label, points[0]?.score])).toEqual(
        areasOf("ml-engineer").map(({ label }) => [label, 4]),
      );
      await keepReport(scored());
      const after = (await get("/api/user/progress", booked.interviewee)).body;
      expect(after.interviews).toMatchObject([{ hasReport: true, measured: { talkShare: 0.6 } }]);
    });

    it("are shown to the mentor who gave them, too, and to no other interviewee", async () => {
      await giveScores();
      await giveFeedback();
      const path = `/api/interviewer/candidate-progress/${booked.interviewee.user._id}`;
      expect((await get(path, booked.interviewer)).body.areas).toHaveLength(areasOf("ml-engineer").length);
      expect((await get("/api/user/progress", await app.signUp())).body.areas).toEqual([]);
    });
  });

  describe("an exercise", () => {
    it("can be ticked, is counted, and can be unticked", async () => {
      await keepReport(scored());
      expect((await tick({ done: true })).status).toBe(200);
      expect((await tick({ done: true })).status).toBe(200);
      const report = () => get(`/api/user/reports/${roomId}`, booked.interviewee);
      expect((await report()).body.doneExercises).toEqual([claimId]);
      const { body } = await get("/api/user/progress", booked.interviewee);
      expect(body.interviews[0].exercises).toEqual({ planned: 1, done: 1, open: [] });
      await tick({ done: false });
      expect((await report()).body.doneExercises).toEqual([]);
    });

    it("of the mentor is counted on its own, and an interviewer sees its count without its words", async () => {
      await keepReport(scored());
      await giveFeedback();
      await app.deps.database
        .insertInto("feedbackSummaries")
        .values({
          bookingId: roomId,
          intervieweeId: booked.interviewee.user._id,
          interviewerId: booked.interviewer.user._id,
          summary: "Calm.",
          nextSteps: "Split by time.\nRead on interleaving.\nSplit by time.",
          questions: "",
          writtenAt: app.clock.now(),
        })
        .execute();
      const steps = async () =>
        (await get("/api/user/progress", booked.interviewee)).body.interviews[0].steps;
      expect(await steps()).toEqual({ given: 2, done: 0, open: ["Split by time.", "Read on interleaving."] });
      const path = `/api/user/reports/${roomId}`;
      const [first] = (await get(path, booked.interviewee)).body.mentorFeedback.nextSteps;
      const { token } = booked.interviewee;
      await app.post({ token }, `${path}/steps/${first.id}`, { done: true });
      expect(await steps()).toEqual({ given: 2, done: 1, open: ["Read on interleaving."] });
      expect((await get("/api/user/progress", booked.interviewee)).body.interviews[0].exercises.done).toBe(0);
      const theirs = await get(
        `/api/interviewer/candidate-progress/${booked.interviewee.user._id}`,
        booked.interviewer,
      );
      expect(theirs.body.interviews[0].steps).toEqual({ given: 2, done: 1, open: [] });
    });

    it("that is missing from the plan is refused", async () => {
      await keepReport(scored());
      expect((await tick({ done: true }, randomUUID())).status).toBe(404);
    });
  });
});

const scored = (changes: Partial<ScoredInterview["report"]> = {}): ScoredInterview["report"] => ({
  areas: [
    { name: "coding", label: "Coding" },
    { name: "communication", label: "Communication" },
  ],
  measured: { ...nothingMeasured, mentorScores: [{ area: "coding", score: 4 }] },
  ...changes,
});

describe("the name of an area", () => {
  const interview = (track: Track, score: number | null, index: number) => ({
    bookingId: `booking ${index}`,
    report: scored({
      areas: areasOf(track).map(({ name, label }) => ({ name, label })),
      measured: {
        ...nothingMeasured,
        mentorScores: score === null ? [] : areasOf(track).map(({ name }) => ({ area: name, score })),
      },
    }),
  });
  const labels = (track: Track) => areasOf(track).map(({ label }) => label);
  /** A report of this track, with the mentor's score of each area, if they gave one. */
  const scoredBy = (track: Track, score: number | null = null) => ({ track, score });

  it.each<[string, { track: Track; score: number | null }[], Track, Track[]]>([
    ["one track", [scoredBy("ml-engineer", 3)], "ml-engineer", []],
    [
      "a newer report of another track without scores",
      [scoredBy("ml-engineer", 3), scoredBy("general")],
      "ml-engineer",
      [],
    ],
    [
      "an older track that has scores too",
      [scoredBy("general", 2), scoredBy("ml-engineer", 3)],
      "ml-engineer",
      ["general"],
    ],
    [
      "a track that came back",
      [scoredBy("ml-engineer", 2), scoredBy("data-analyst", 3), scoredBy("ml-engineer", 4)],
      "ml-engineer",
      ["data-analyst"],
    ],
    [
      "three tracks, newest first",
      [scoredBy("general", 2), scoredBy("data-analyst", 3), scoredBy("ai-engineer", 4)],
      "ai-engineer",
      ["data-analyst", "general"],
    ],
  ])("is that of the newest report that scored it: %s", (_case, reports, now, others) => {
    const areas = areaProgress(reports.map(({ track, score }, index) => interview(track, score, index)));
    expect(areas.map(({ label }) => label)).toEqual(labels(now));
    areas.forEach(({ label, otherLabels }, index) => {
      const otherNames = new Set(others.map((track) => labels(track)[index]));
      otherNames.delete(label);
      expect(otherLabels).toEqual([...otherNames]);
    });
  });
});

it.each([
  ["is the area with the lowest mean", [4, 2, 3], "communication"],
  ["is none if several areas share the lowest", [2, 2, 3], null],
  // The bands of both are cut off at the end of the scale, so that their middles differ less than the scores.
  ["is the lower of two at the end of the scale", [2, 1], "communication"],
  ["is none without a score", [], null],
] as const)("the next focus: %s", (_, scores, expected) => {
  const names = ["coding", "communication", "evaluation"].slice(0, scores.length);
  const mentorScores = names.map((area, index) => ({ area, score: scores[index] ?? 0 }));
  const areas = names.map((name) => ({ name, label: name }));
  const report = scored({ areas, measured: { ...nothingMeasured, mentorScores } });
  expect(findNextFocus(areaProgress([{ bookingId: "one", report }]))).toBe(expected);
});

describe("the band of a score", () => {
  const interviews = (...scores: number[]) =>
    scores.map((score, index) => ({
      bookingId: `booking ${index}`,
      report: scored({ measured: { ...nothingMeasured, mentorScores: [{ area: "coding", score }] } }),
    }));
  const widths = (...scores: number[]) =>
    areaProgress(interviews(...scores))[0]?.points.map(({ low, high }) => Math.round((high - low) * 10) / 10);

  it("is two points wide after one interview and narrows as further scores agree", () => {
    expect(widths(3, 3, 3, 3)).toEqual([2, 1.4, 1.2, 1]);
  });

  it("stays wide while the scores differ", () => {
    const [, second = 0] = widths(2, 4) ?? [];
    expect(second).toBeGreaterThan(2);
  });

  it("never exceeds the scale", () => {
    expect(areaProgress(interviews(5))[0]?.points).toMatchObject([{ low: 4, high: 5 }]);
  });
});
