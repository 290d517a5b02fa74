import type { ReportView as ReportContent } from "@greenroom/contract/review/reports.ts";
import { type AiFeedback, nothingMeasured } from "@greenroom/contract/schedule/report-shape.ts";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { sampleBooking } from "../../testing/sample-data.ts";
import { textOf } from "../../testing/text-of.tsx";
import { EvidenceQuotes } from "./claims.tsx";
import { WaitingForReport } from "./report-header.tsx";
import { bookingId, claim, drafted, show } from "./report-page.testing.tsx";
import { MeasuredStrip } from "./report-parts.tsx";

describe("a report", () => {
  test("of a model says how many claims passed, who drafted it, and each claim's moment", () => {
    const text = show({});
    expect(text).toContain("12 of 14 points verified");
    expect(text).toContain("Drafted by qwen2.5-72b. Every quote was checked, word for word");
    expect(text).toContain("2 points were dropped because the record did not support them.");
    expect(text).toContain("18:05 · run");
    expect(text).toContain("0 of 1 done");
  });

  test("without usable points of a model says that the model read the record", () => {
    const text = show({ source: { kind: "measured", wasModelAsked: true } });
    expect(text).toContain("Our language model’s answer could not be used.");
    expect(show({ source: { kind: "measured" } })).not.toContain("language model");
  });

  test("shows two quotes of one run with one link to it", () => {
    const output = claim.evidence[0] as AiFeedback["claims"][number]["evidence"][number];
    const text = show({
      claims: [{ ...claim, evidence: [{ ...output, quote: "print(ndcg(gains))" }, output] }],
    });
    expect(text).toMatch(/print\(ndcg\(gains\)\) ZeroDivisionError 18:05 · run/);
    expect(text.match(/18:05 · run/g)).toHaveLength(1);
  });

  test("shows quoted code with its line breaks", () => {
    const output = claim.evidence[0] as AiFeedback["claims"][number]["evidence"][number];
    const quote = "if not xs: return 0";
    const withLines = { ...output, quote, lines: "if not xs:\n    return 0" };
    const html = renderToStaticMarkup(<EvidenceQuotes quotes={[withLines]} />);
    expect(html).toMatch(/<pre [^>]+><code>if not xs:\n {4}return 0<\/code><\/pre>/);
    // A report from before the lines were stored.
    expect(renderToStaticMarkup(<EvidenceQuotes quotes={[{ ...output, quote }]} />)).toContain(`>${quote}<`);
  });

  test("compares what was measured with the interview before", () => {
    const now = {
      ...nothingMeasured,
      talkShare: 0.58,
      pace: 141,
      secondsToFirstRun: 90,
      runs: 6,
      failedRuns: 2,
    };
    const before = { ...nothingMeasured, talkShare: 0.66, secondsToFirstRun: 610, runs: 3, failedRuns: 3 };
    const text = textOf(<MeasuredStrip measured={now} before={before} />);
    expect(text).toContain("58% of the words last time 66%");
    expect(text).toContain("1:30 minutes in last time 10:10");
    expect(text).toContain("6 2 with an error last time 3 of 3");
    expect(text).toContain("141 words a minute");
    expect(text.match(/last time/g)).toHaveLength(3);
    expect(textOf(<MeasuredStrip measured={now} />)).not.toContain("last time");
  });

  test("name the longest time without speech so that it is no silence of the candidate, because the points are about the candidate's own", () => {
    const measured = { ...nothingMeasured, longestSilenceSeconds: 340 };
    expect(textOf(<MeasuredStrip measured={measured} />)).toContain(
      "Longest time without speech 5:40 minutes, including time spent coding",
    );
  });

  test("say if only one side was transcribed", () => {
    const measured = { ...nothingMeasured, onlyTranscribed: "interviewee" as const };
    expect(textOf(<MeasuredStrip measured={measured} />)).toContain(
      "Only the candidate's words were transcribed, so talk share and silences are unknown.",
    );
  });

  test("shows the mentor's scores before the model's", () => {
    const text = show({ measured: { ...nothingMeasured, mentorScores: [{ area: "coding", score: 2 }] } });
    expect(text).toContain("Your mentor's scores");
    expect(text).toContain("2 of 5");
    expect(text).toContain("Gets a part of the code to work in the time.");
  });

  test("quotes the first paragraph of the mentor's summary above the scores, with the rest below", () => {
    const measured = { ...nothingMeasured, mentorScores: [{ area: "coding", score: 2 }] };
    const text = show({ measured }, { mentorSummary: "You stay calm.\n\nSay the plan first." });
    expect(text).toContain("“You stay calm.”");
    expect(text).toContain("“You stay calm.” Say the plan first.");
    expect(show({ measured }, { mentorSummary: "You stay calm." })).not.toContain("Read the");
    const rest = "Say the plan first. ".repeat(50).trim();
    expect(show({ measured }, { mentorSummary: `You stay calm.\n\n${rest}` })).toContain(
      `Read the rest ${rest}`,
    );
    const long = "calm ".repeat(200).trim();
    expect(show({ measured }, { mentorSummary: long })).toContain(`Read the whole summary ${long}`);
  });

  test("names the zone of the time at which it was made", () => {
    expect(show({})).toContain("Made on Sunday 22 November 2026, 19:05 IST with qwen2.5-72b.");
  });

  test("whose interviewer deleted their account says where words are gone, and how many points", () => {
    const removed = { ...claim.evidence[0], quote: "", kind: "utterance", isOwn: false, isRemoved: true };
    const claims = [{ ...claim, evidence: [...claim.evidence, removed] }] as AiFeedback["claims"];
    const text = show({ claims, withdrawn: 2 });
    expect(text).toContain("The interviewer has deleted their account, and these words with it.");
    expect(text).toContain("2 points were withdrawn later");
    const empty = show({ claims: [], shown: 0, plan: [], withdrawn: 1 });
    expect(empty).toContain("1 point was withdrawn later");
    expect(empty).not.toContain("Not enough evidence");
  });

  test("without a model is measured, has no verified claims and says why it is late", () => {
    const measured = { source: { kind: "measured" as const } };
    const text = show(measured);
    // Said once, not by each part of the page.
    expect(text.match(/Counted from/g)).toHaveLength(1);
    expect(text).not.toContain("Verified");
    expect(show({ ...measured, isLate: true })).toContain("This report is late");
  });

  test("drafted on a device says that only quotes were checked, without the name that the device chose", () => {
    const text = show({ source: { kind: "device", name: "Oracle 9" } });
    expect(text).toContain("12 of 14 points passed the quote check");
    expect(text).toContain("by the model of its browser. No second model checked");
    expect(text).not.toMatch(/verified|Oracle/iu);
  });

  test("says which words were corrected, and how much of a long record the model did not read", () => {
    const evidence = [
      { ...claim.evidence[0], kind: "utterance", isCorrected: true } as (typeof claim.evidence)[number],
    ];
    const text = show({ claims: [{ ...claim, evidence }], leftOut: [{ kind: "chat", count: 12 }] });
    expect(text).toContain("18:05 · you said (corrected)");
    expect(text).toContain("so the model did not read 12 of its entries");
  });

  test("does not open what was said before the transcript was deleted, and says that it was", () => {
    const { at } = claim.evidence[0] as (typeof claim.evidence)[number];
    const evidence = [{ ...claim.evidence[0], kind: "utterance" } as (typeof claim.evidence)[number]];
    const record = { deletedAt: "2027-11-22T13:15:00.000Z", isDeleted: false };
    const shown = (transcriptDeletedAt: string) =>
      show({ claims: [{ ...claim, evidence }] }, { record: { ...record, transcriptDeletedAt } });
    const text = shown(at);
    expect(text).toContain("you said · transcript deleted");
    expect(text).toContain("what was said before can no longer be opened");
    expect(shown("2020-01-01T00:00:00.000Z")).not.toContain("· transcript deleted");
  });

  test("says how long the times in the mentor's PDF open, if it was made from the form", () => {
    const measured = { ...nothingMeasured, mentorScores: [{ area: "coding", score: 4 }] };
    const record = { deletedAt: "2027-11-22T13:15:00.000Z", isDeleted: false };
    expect(show({ measured }, { record })).toContain(
      "The underlined times in your mentor's PDF open it until then, too.",
    );
    expect(show({ measured: nothingMeasured }, { record })).not.toContain("underlined times");
  });

  test("without a claim says that there is not enough evidence", () => {
    const empty = { claims: [], shown: 0, plan: [] };
    expect(show(empty)).toContain("Not enough evidence");
    expect(show(empty)).toContain("made no point that could be verified");
    const measured = { ...empty, source: { kind: "measured" as const } };
    const refused = show({ ...empty, source: { ...measured.source, wasModelAsked: true } });
    expect(refused).toContain("answer could not be used, and nothing we counted");
    expect(refused).not.toContain("too short");
    const counted = { ...measured, measured: { ...nothingMeasured, talkShare: 0.5 } };
    expect(show(counted)).toContain("Nothing we counted stands out.");
    expect(show({ ...measured, measured: nothingMeasured })).toContain("Too little happened");
    expect(show({ ...measured, isLate: true })).toContain("could not be reached, and nothing we counted");
  });

  test("keeps a disputed claim and says who disputed it", () => {
    const text = show({}, { disputes: [{ claimId: "claim", by: "interviewer", line: "I asked first." }] });
    expect(text).toContain("You broke your own function");
    expect(text).toContain("Your interviewer reported a mistake: I asked first.");
  });
});

test.each([
  ["pending", "No report yet", "Ready 20 minutes after the interview"],
  ["completed", "Your report is being made", "We'll email you."],
  ["completed", "Open the interview record", "Until then you can correct transcribed words"],
  ["no_show_interviewer", "No report", "did not take place"],
] as const)("an interview that is %s without a report says what happens next", (status, title, detail) => {
  const text = textOf(<WaitingForReport booking={{ ...sampleBooking, _id: bookingId, status }} />);
  expect(text).toContain(title);
  expect(text).toContain(detail);
});

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

  test("leaves a marked moment to the mentor's note about it, and counts it", () => {
    const measured = { ...nothingMeasured, mentorScores: [{ area: "coding", score: 4 }] };
    const mark = { ...claim.evidence[0], itemId: "mark", quote: "", kind: "mark", atSeconds: 761 };
    const marked = { ...claim, id: "marked", area: "session", evidence: [mark] };
    const claims = [claim, marked] as typeof drafted.claims;
    const notes = [{ area: "coding" as const, notes: "[12:41, marked good] Splits first" }];
    const text = show(
      { measured, claims, shown: 2 },
      { mentorFeedback: { notes, nextSteps: [], questions: [] } },
    );
    expect(text).toContain("What went well 1 point You broke");
    expect(text).toContain("1 more point, about a moment in your mentor's notes, is in the notes above.");
    expect(text).toContain("12 of 14 points verified");
    const uploaded = show({ measured, claims, shown: 2 }, { mentorFeedback: null });
    expect(uploaded).toContain("What went well 2 points");
    expect(uploaded).not.toContain("in the notes above");
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
