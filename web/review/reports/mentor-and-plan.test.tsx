import type { ReportView as ReportContent } from "@greenroom/contract/review/reports/reports.ts";
import { type AiFeedback, nothingMeasured } from "@greenroom/contract/schedule/report-shape.ts";
import { describe, expect, test } from "vitest";
import { claim, drafted, show } from "./report-page.testing.tsx";

describe("the mentor's form in a report", () => {
  test("shows the mentor's notes below the score of their area, the next steps and the questions", () => {
    const measured = { ...nothingMeasured, mentorScores: [{ area: "coding", score: 2 }] };
    const mentorFeedback: ReportContent["mentorFeedback"] = {
      notes: [{ area: "coding", notes: "Runs at once.\n\n[12:41, run 3] KeyError: 'u1'\nFound it alone." }],
      nextSteps: [
        { id: "s1", text: "Split by time.", isDone: true },
        { id: "s2", text: "Read on interleaving.", isDone: false },
      ],
      questions: [
        { title: "Two sum", questionId: "two-sum" },
        { title: "Rank a feed", questionId: null },
      ],
    };
    const text = show({ measured }, { mentorFeedback });
    expect(text).toMatch(
      /A 2 means: Gets a part of the code to work.* 2 of 5 Runs at once\. KeyError: 'u1' 12:41 · run 3 , open this moment in the record Found it alone\./,
    );
    expect(text).toContain("Questions asked Two sum Practice it : Two sum Rank a feed Your next two weeks");
    expect(text).toContain(
      "2 steps from your mentor first, then 1 exercise, for one point above. The dates are a suggestion. 1 of 3 done Steps from your mentor Split by time. Read on interleaving. Do this next Exercises",
    );
    expect(text.match(/Do this next/g)).toHaveLength(1);
    const seven = Array.from({ length: 7 }, (_, index) => ({ title: `Q${index}`, questionId: null }));
    const long = show({ measured }, { mentorFeedback: { ...mentorFeedback, questions: seven } });
    expect(long).toContain("Show all 7 questions");
  });

  test("has a moment that the mentor marked once: with the note about it, and the count of the others", () => {
    const measured = { ...nothingMeasured, mentorScores: [{ area: "coding", score: 4 }] };
    const said = { ...claim.evidence[0], quote: "I split by time.", kind: "utterance", atSeconds: 750 };
    const mark = {
      ...claim.evidence[0],
      itemId: "mark",
      quote: "",
      kind: "mark",
      isOwn: false,
      atSeconds: 761,
    };
    const marked = {
      ...claim,
      id: "marked",
      area: "session",
      text: "At 12:41 your interviewer marked this as good: “Splits first”.",
      evidence: [said, mark],
    } as (typeof drafted.claims)[number];
    const claims = [claim, marked];
    const notes = [{ area: "coding" as const, notes: "[12:41, marked good] Splits first" }];
    const mentorFeedback = { notes, nextSteps: [], questions: [] };
    const disputes = [{ claimId: "marked", by: "interviewee" as const, line: "I said it before." }];
    const text = show({ measured, claims, shown: 2 }, { mentorFeedback, disputes });
    expect(text).toMatch(
      /Splits first I split by time\. 12:30 · you said .* 12:41 · marked good .* Change your dispute You disputed this: I said it before\./,
    );
    expect(text.match(/Splits first/g)).toHaveLength(1);
    expect(text.match(/I said it before/g)).toHaveLength(1);
    expect(text).toContain("What went well 1 point You broke");
    expect(text).toContain("1 more point, about a moment in your mentor's notes, is with their notes above.");
    expect(text).toContain("12 of 14 points verified");
    const uploaded = show({ measured, claims, shown: 2 }, { mentorFeedback: null, disputes });
    expect(uploaded).toContain("What went well 2 points");
    expect(uploaded).not.toContain("with their notes above");
  });

  test("shows nothing empty where the mentor wrote nothing, or uploaded a PDF", () => {
    const measured = { ...nothingMeasured, mentorScores: [{ area: "coding", score: 2 }] };
    const empty = { notes: [], nextSteps: [], questions: [] };
    for (const mentorFeedback of [null, empty]) {
      const text = show({ measured }, { mentorFeedback });
      expect(text).not.toContain("Steps from");
      expect(text).not.toContain("Questions asked");
    }
  });
});

describe("the next two weeks of a report", () => {
  test("names the two weeks of its plan, and says which exercise to do first when its day has passed", () => {
    const madeAt = "2020-01-01T12:00:00.000Z";
    const passed = show({ madeAt });
    expect(passed).toContain("Your next two weeks (2 to 15 January)");
    expect(passed).toContain("Do this first was planned for Thu 2 Jan");
    expect(passed).toContain("The two weeks are over, but each of these helps on any day");
    const done = show({ madeAt }, { doneExercises: ["claim"] });
    expect(done).toContain("1 of 1 done");
    expect(done).not.toContain("Do this first");
    expect(done).not.toContain("The two weeks are over");
    const later = show({ madeAt: "2120-01-01T12:00:00.000Z" });
    expect(later).toContain("The dates are a suggestion.");
    expect(later).toContain("Do this first");
    expect(later).not.toContain("was planned for");
  });

  test("says of only one exercise to do it first when the days of several have passed", () => {
    const [exercise] = drafted.plan;
    const plan = ["first", "second"].map(
      (claimId) => ({ ...exercise, claimId }) as AiFeedback["plan"][number],
    );
    const text = show({ madeAt: "2020-01-01T12:00:00.000Z", plan });
    expect(text.match(/Do this first/g)).toHaveLength(1);
    expect(text).toMatch(/Do this first was planned for Thu 2 Jan .* Still open was planned for Thu 9 Jan/);
  });
});
