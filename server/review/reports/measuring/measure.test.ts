import { nothingMeasured } from "@greenroom/contract/schedule/report-shape.ts";
import { describe, expect, it } from "vitest";
import {
  atSecond,
  type ItemInput,
  measuredReport,
  ran,
  recordOf,
  said,
  session,
  words,
  wrote,
} from "../records.testing.ts";
import { measure } from "./measure.ts";

describe("what is measured", () => {
  it("counts shares, pace, silence, runs, questions and marks", () => {
    expect(measure(session, [])).toEqual({
      talkShare: 0.71,
      pace: 120,
      longestSilenceSeconds: 90,
      secondsToFirstRun: 370,
      runs: 2,
      failedRuns: 1,
      questionsCovered: 1,
      marksGood: 1,
      marksComeBack: 1,
      mentorScores: [],
    });
  });

  it("of an empty record is unknown, not zero", () => {
    expect(measure(recordOf([]), [])).toEqual(nothingMeasured);
  });

  it("does not count silence during a long utterance while the other party speaks", () => {
    const overlapping = recordOf([
      said(0, "interviewee", words(120)),
      said(10, "interviewer", "Go on please"),
      said(65, "interviewer", "Thank you very much"),
    ]);
    expect(measure(overlapping, []).longestSilenceSeconds).toBe(5);
  });

  it("of a few words has no pace", () => {
    expect(measure(recordOf([said(0, "interviewee", "Hello there")]), []).pace).toBeNull();
  });

  it("leaves words without a duration out of the pace", () => {
    const record = recordOf([
      said(0, "interviewee", words(60), { seconds: 30 }),
      said(40, "interviewee", words(60), { seconds: 0 }),
    ]);
    expect(measure(record, []).pace).toBe(120);
  });
});

describe("notable silence", () => {
  it.each<[string, ItemInput[], string, string | undefined]>([
    [
      "that the candidate ended, although one that the interviewer ended was longer",
      [
        said(0, "interviewer", "What is recall?", { seconds: 5 }),
        said(80, "interviewee", "A share.", { seconds: 5 }),
        said(300, "interviewer", "Go on.", { seconds: 5 }),
      ],
      "You paused for 1\u00A0min\u00A015\u00A0s after this question.",
      "Begin an answer with what you know",
    ],
    [
      "after a remark of the interviewer, which is no question to answer",
      [
        said(0, "interviewer", "That matches mine.", { seconds: 5 }),
        said(80, "interviewee", "Let me try zero.", { seconds: 5 }),
      ],
      "You paused for 1\u00A0min\u00A015\u00A0s after your interviewer spoke.",
      undefined,
    ],
    [
      "within the candidate's own words",
      [
        said(0, "interviewee", "First.", { seconds: 5 }),
        said(65, "interviewee", "Then.", { seconds: 5 }),
        said(71, "interviewer", "Fine.", { seconds: 5 }),
      ],
      "You paused for 1\u00A0min between two of your own sentences.",
      "Say what you are weighing",
    ],
    [
      "in which the candidate only thought, not the longer one in which they wrote and ran code",
      [
        said(0, "interviewer", "Please write it down.", { seconds: 5 }),
        wrote(50, "x"),
        wrote(70, "xy"),
        ran(75, "finished", { code: "xy", output: "1" }),
        wrote(100, "xyz"),
        said(110, "interviewee", "It prints one.", { seconds: 5 }),
        said(185, "interviewee", "And two.", { seconds: 5 }),
      ],
      "You paused for 1\u00A0min\u00A010\u00A0s between two of your own sentences.",
      "Say what you are weighing",
    ],
    [
      "before the first line of code",
      [
        said(0, "interviewer", "Please write it down.", { seconds: 5 }),
        said(6, "interviewee", "Yes.", { seconds: 4 }),
        wrote(100, "x"),
        said(110, "interviewer", "Good.", { seconds: 5 }),
      ],
      "You paused for 1\u00A0min\u00A020\u00A0s before you wrote code.",
      "Talk while you write the code",
    ],
    [
      "before the first line of code, after the interviewer's words",
      [
        said(0, "interviewer", "Please write it down.", { seconds: 5 }),
        wrote(100, "x"),
        said(110, "interviewee", "It prints one.", { seconds: 5 }),
      ],
      "You paused for 1\u00A0min\u00A025\u00A0s after your interviewer spoke.",
      "Say what you are about to write",
    ],
    [
      "after a question that more words followed",
      [
        said(0, "interviewer", "What is recall? Take your time.", { seconds: 5 }),
        said(80, "interviewee", "A share.", { seconds: 5 }),
      ],
      "You paused for 1\u00A0min\u00A015\u00A0s after this question.",
      "Begin an answer with what you know",
    ],
    [
      "after a change of the code",
      [
        said(0, "interviewer", "Please write it down.", { seconds: 5 }),
        wrote(20, "x"),
        said(100, "interviewee", "It prints one.", { seconds: 5 }),
      ],
      "You paused for 1\u00A0min\u00A020\u00A0s after writing code.",
      "Say what each change does",
    ],
  ])(
    "names the silence %s, with an exercise for what could have been said",
    (_name, items, text, exercise) => {
      const { claims, plan } = measuredReport(recordOf(items));
      const silences = claims.filter((claim) => claim.text.includes("You paused for"));
      expect(silences.map((claim) => claim.text)).toEqual([text]);
      const planned = exercise === undefined ? [] : [[silences[0]?.id, exercise]];
      expect(plan.map(({ claimId, title }) => [claimId, title])).toEqual(planned);
    },
  );

  it.each<[string, ItemInput[]]>([
    [
      "that the interviewer ended while the candidate wrote code",
      [
        said(0, "interviewee", "I start.", { seconds: 5 }),
        wrote(30, "x"),
        wrote(60, "xy"),
        said(125, "interviewer", "And now?", { seconds: 5 }),
      ],
    ],
    [
      "in which only the interviewer had something to say",
      [
        said(0, "interviewee", "That is all.", { seconds: 5 }),
        wrote(60, "x", "interviewer"),
        said(125, "interviewer", "Fine.", { seconds: 5 }),
      ],
    ],
    [
      "of less than a minute, in which people think",
      [
        said(0, "interviewer", "What is recall?", { seconds: 5 }),
        said(60, "interviewee", "A share.", { seconds: 5 }),
      ],
    ],
  ])("makes no point of a silence %s", (_name, items) => {
    const { claims, plan } = measuredReport(recordOf(items));
    expect(claims.filter(({ text }) => text.includes("You paused for"))).toEqual([]);
    expect(plan).toEqual([]);
  });

  it("counts the silence until code ran, not the time after it", () => {
    const record = recordOf([
      said(0, "interviewer", "Please write it down."),
      ran(60, "finished", { code: "print(1)", output: "1" }),
      said(120, "interviewee", "It prints one."),
    ]);
    expect(measuredReport(record).claims.map(({ text }) => text)).toContain(
      "You paused for 1\u00A0min after running code.",
    );
  });

  it.each([
    ["cuts a silence in two parts", 20, 60, "You paused for 1\u00A0min\u00A05\u00A0s", 65],
    ["leaves no silence that is worth naming", 25, 101, null, 24],
    ["of a moment, as of a reloaded page, too", 100, 103, "You paused for 1\u00A0min\u00A035\u00A0s", 95],
  ])("an absence of less than a minute %s", (_, leftAt, backAt, begins, seconds) => {
    const record = recordOf([
      said(0, "interviewer", "What is recall?", { seconds: 5 }),
      said(125, "interviewee", "A share.", { seconds: 5 }),
    ]);
    const shortAbsences = [{ from: atSecond(leftAt), to: atSecond(backAt) }];
    const { claims, measured } = measuredReport({ ...record, shortAbsences });
    expect(measured.longestSilenceSeconds).toBe(seconds);
    const silences = claims.map(({ text }) => text).filter((text) => text.includes("You paused for"));
    expect(silences.map((text) => text.split(" after ")[0])).toEqual(begins === null ? [] : [begins]);
  });

  const given = (atSeconds: number, party: "interviewee" | "interviewer"): ItemInput => ({
    kind: "consent",
    atSeconds,
    party,
    event: "given",
  });
  const presence = (
    atSeconds: number,
    event: "joined" | "left",
    party: "interviewee" | "interviewer" = "interviewer",
  ): ItemInput => ({ kind: "presence", atSeconds, party, event });
  it.each<[string, ItemInput[], Record<string, unknown>]>([
    [
      "while the transcript was off",
      [
        given(0, "interviewee"),
        given(1, "interviewer"),
        said(20, "interviewer", "Let us stop the transcript.", { seconds: 5 }),
        said(28, "interviewee", "Yes.", { seconds: 2 }),
        { kind: "consent", atSeconds: 60, party: "interviewer", event: "ended" },
        wrote(300, "x"),
        wrote(700, "xy"),
        given(1_250, "interviewee"),
        given(1_259, "interviewer"),
        said(1_260, "interviewee", "Now again.", { seconds: 5 }),
        said(1_266, "interviewer", "Good.", { seconds: 5 }),
      ],
      { longestSilenceSeconds: 3, talkShare: 0.33 },
    ],
    [
      "while the interviewer's connection was lost",
      [
        presence(0, "joined"),
        said(10, "interviewer", "What is recall?", { seconds: 5 }),
        said(17, "interviewee", "A share of the positives.", { seconds: 45 }),
        presence(60, "left"),
        wrote(200, "x"),
        said(280, "interviewee", "Hello, are you there?", { seconds: 4 }),
        presence(300, "joined"),
        said(306, "interviewer", "Sorry.", { seconds: 2 }),
      ],
      { longestSilenceSeconds: 2 },
    ],
    [
      "before the interviewer joined",
      [
        presence(0, "joined", "interviewee"),
        said(5, "interviewee", "Hello?", { seconds: 2 }),
        wrote(100, "x"),
        presence(300, "joined"),
        said(302, "interviewer", "Sorry, what is recall?", { seconds: 5 }),
        said(309, "interviewee", "A share of the positives.", { seconds: 5 }),
      ],
      { longestSilenceSeconds: 2 },
    ],
    [
      "of an interview in which only the candidate's browser transcribed",
      [
        said(10, "interviewee", "A share of the positives that the model finds in all of them.", {
          seconds: 32,
        }),
        said(100, "interviewee", "And precision.", { seconds: 4 }),
      ],
      { longestSilenceSeconds: null, talkShare: null, pace: 25, onlyTranscribed: "interviewee" },
    ],
    [
      "of an interview in which only the interviewer's browser transcribed",
      [
        said(10, "interviewer", "What is recall?", { seconds: 5 }),
        said(100, "interviewer", "And precision?", { seconds: 4 }),
      ],
      { longestSilenceSeconds: null, talkShare: null, pace: null, onlyTranscribed: "interviewer" },
    ],
  ])("reports no silence %s", (_name, items, measured) => {
    const report = measuredReport(recordOf(items));
    expect(report.measured).toMatchObject(measured);
    expect(report.claims.filter(({ text }) => text.includes("You paused for"))).toEqual([]);
    expect(report.plan).toEqual([]);
  });
});
