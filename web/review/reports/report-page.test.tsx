import { type AiFeedback, nothingMeasured } from "@greenroom/contract/schedule/report-shape.ts";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { sampleBooking } from "../../testing/sample-data.ts";
import { textOf } from "../../testing/text-of.tsx";
import { EvidenceQuotes } from "./claims/evidence-quote.tsx";
import { MeasuredStrip } from "./measured-strip.tsx";
import { bookingId, claim, show } from "./report-page.testing.tsx";
import { WaitingForReport } from "./waiting-for-report.tsx";

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
    expect(text).toContain("Our language model also read it, but its answer could not be used.");
    expect(text).not.toContain("without a language model");
    expect(show({ source: { kind: "measured" } })).toContain("without a language model");
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
    expect(text).toContain("The mentor's scores, which count");
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
    expect(text.match(/not judged/g)).toHaveLength(1);
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
    expect(refused).toContain("its answer could not be used, and nothing that we counted");
    expect(refused).not.toContain("too short");
    const counted = { ...measured, measured: { ...nothingMeasured, talkShare: 0.5 } };
    expect(show(counted)).toContain("We counted what was recorded, and nothing in it stands out.");
    expect(show({ ...measured, measured: nothingMeasured })).toContain("too short or too empty");
    expect(show({ ...measured, isLate: true })).toContain(
      "could not be reached, and nothing that we counted",
    );
  });

  test("keeps a disputed claim and says who disputed it", () => {
    const text = show({}, { disputes: [{ claimId: "claim", by: "interviewer", line: "I asked first." }] });
    expect(text).toContain("You broke your own function");
    expect(text).toContain("Your interviewer disputed this: I asked first.");
  });
});

test.each([
  ["pending", "No report yet", "The report is made 20 minutes after the session"],
  ["completed", "Your report is being made", "this page updates automatically"],
  ["completed", "Open the interview record", "you can correct them in the interview record until then"],
  ["no_show_interviewer", "No report", "did not take place"],
] as const)("an interview that is %s without a report says what happens next", (status, title, detail) => {
  const text = textOf(<WaitingForReport booking={{ ...sampleBooking, _id: bookingId, status }} />);
  expect(text).toContain(title);
  expect(text).toContain(detail);
});
