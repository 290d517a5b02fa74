import { nothingMeasured } from "@greenroom/contract/schedule/report-shape.ts";
import { describe, expect, it } from "vitest";
import {
  asked,
  type ItemInput,
  marked,
  measuredReport,
  ran,
  recordOf,
  said,
  session,
  words,
  wrote,
} from "../records.testing.ts";
import { normalText, quotableTexts } from "../verification/quotes.ts";

describe("the measured report", () => {
  it("has a claim for each fact with a consequence, with evidence in the record, and no score", () => {
    const report = measuredReport(session);
    expect(report.claims.map(({ text }) => text)).toEqual([
      "Your first run without an error came 6\u00A0min after “Two sum” was shown.",
      "1 of your 2 runs ended with an error. It took 2\u00A0min\u00A050\u00A0s from the first error to a run without one.",
      "At 6:20 your interviewer marked this as good: “Named the edge case”.",
      "At 6:30 your interviewer marked this moment to come back to.",
    ]);
    expect([report.checked, report.verified, report.shown, report.source]).toEqual([
      4,
      4,
      4,
      { kind: "measured" },
    ]);
    for (const { evidence } of report.claims) {
      for (const { itemId, quote } of evidence) {
        const item = session.items.find(({ id }) => id === itemId);
        if (item === undefined) throw new Error("a claim points at no item");
        if (quote !== "") expect(quotableTexts(item).map(normalText).join("\n")).toContain(quote);
      }
    }
    expect(report.plan.map(({ title }) => title)).toEqual([
      "Answer again: the moment at 6:30",
      "Explain the error: ZeroDivisionError: division by zero",
    ]);
  });

  it("has claims and exercises of their own for equal marks", () => {
    const labels = ["come_back", "come_back", "good", "good"] as const;
    const marks = labels.map((label, index) =>
      marked(100 + 60 * index, label, label === "good" ? "Clear" : ""),
    );
    const { claims, plan } = measuredReport(recordOf([said(10, "interviewee", words(20)), ...marks]));
    expect(new Set(claims.map(({ id }) => id)).size).toBe(claims.length);
    expect(new Set(plan.map(({ claimId }) => claimId)).size).toBe(plan.length);
  });

  it("makes no point of how much was said, and one of the longest answer only if the mentor marked it", () => {
    const spoken = [
      said(0, "interviewer", "How do you split the data?"),
      said(10, "interviewee", words(140)),
      said(90, "interviewer", "And then?"),
      said(95, "interviewee", "I stop."),
    ];
    const reportOf = (...items: ItemInput[]) =>
      measuredReport(recordOf([...spoken, ...items]), [{ ...nothingMeasured, talkShare: 0.4 }]);
    const aboutWords = ({ claims }: ReturnType<typeof reportOf>) =>
      claims.map(({ text }) => text).filter((text) => !text.startsWith("At "));
    expect(aboutWords(reportOf())).toEqual([]);
    expect(reportOf().measured.talkShare).toBe(0.95);
    expect(aboutWords(reportOf(marked(60, "good")))).toEqual([]);
    const report = reportOf(marked(60, "come_back"));
    expect(aboutWords(report)).toEqual([
      "Your longest answer took 1\u00A0min\u00A010\u00A0s, and your interviewer marked it to come back to.",
    ]);
    expect(report.plan.map(({ title }) => title)).toContain("Say your longest answer in half the time");
  });

  it("shows the code of the first run that completed beside its output", () => {
    const code = "values = [3, 1, 2]\nprint(median(values))\n";
    const record = recordOf([ran(60, "finished", { code, output: "2\n", name: "run" })]);
    const [claim] = measuredReport(record).claims;
    expect(claim?.text).toBe("Your first run without an error came 1\u00A0min into the interview.");
    expect(claim?.evidence.map(({ quote }) => quote)).toEqual(["print(median(values))", "2"]);
    expect(new Set(claim?.evidence.map(({ itemId }) => itemId)).size).toBe(1);
  });

  it("quotes what was run or written at a mark before which nobody spoke", () => {
    const quotesOf = (...items: ItemInput[]) => {
      const note = "Splits by time";
      const mark = marked(100, "good", note);
      const { claims } = measuredReport(recordOf([...items, mark]));
      const claim = claims.find(({ text }) => text.includes(note));
      return claim?.evidence.map(({ kind, quote }) => [kind, quote]);
    };
    const split = "rows = load()\ntrain = rows[:8]\n";
    expect(quotesOf(ran(90, "finished", { code: split, output: "8 2" }))).toEqual([
      ["run", "train = rows[:8]"],
      ["run", "8 2"],
      ["mark", ""],
    ]);
    expect(quotesOf(wrote(50, "rows = load()\n"), wrote(95, split))).toEqual([
      ["code", "train = rows[:8]"],
      ["mark", ""],
    ]);
    expect(quotesOf(asked(5, "Split it"))).toEqual([
      ["question", "Split it"],
      ["mark", ""],
    ]);
    expect(quotesOf(ran(10, "finished", { code: split, output: "8 2" }))).toEqual([["mark", ""]]);
  });

  it("asks for no explanation of an error that the mentor marked as good", () => {
    const failed = ran(110, "failed", { code: "x", output: "ZeroDivisionError: division by zero" });
    const mark = marked(100, "good", "Breaks her own code");
    const later = ran(300, "failed", { code: "y", output: "KeyError: 'user'" });
    const planOf = (...items: ItemInput[]) => {
      const { plan, claims } = measuredReport(recordOf(items));
      return [claims[0]?.text, plan.map(({ title }) => title)];
    };
    expect(planOf(mark, failed)).toEqual(["Your only run ended with an error.", []]);
    const after = { ...mark, atSeconds: 122 };
    expect(planOf(failed, after)).toEqual([
      "Your only run ended with an error, and right after it your interviewer marked the moment as good.",
      [],
    ]);
    expect(planOf(failed, after, later)).toEqual([
      "Both of your runs ended with an error. Right after one of them your interviewer marked the moment as good.",
      ["Explain the error: KeyError: 'user'"],
    ]);
    // The mark is about the run that came last before it.
    const repaired = ran(115, "finished", { code: "y", output: "0" });
    expect(planOf(failed, repaired, after)[0]).not.toContain("marked the moment");
  });

  it("has no exercise for what went well, with or without the mentor's line", () => {
    const good = [marked(10, "good"), marked(20, "good", "Asks for the goal.")];
    const reportOf = (...items: ItemInput[]) => measuredReport(recordOf(items));
    const titles = reportOf(...good, marked(40, "come_back", "No threshold")).plan.map(({ title }) => title);
    expect(titles).toEqual(["Answer again: No threshold"]);
    const { plan, claims } = reportOf(...good);
    expect(plan).toEqual([]);
    expect(claims.map(({ text }) => text)).toEqual([
      "At 0:10 your interviewer marked this moment as good.",
      "At 0:20 your interviewer marked this as good: “Asks for the goal”.",
    ]);
  });

  it("ends the quote of a long answer with a sentence", () => {
    const long = "We begin with five percent. ";
    const record = recordOf([said(0, "interviewee", `${long.repeat(6)}Then we stop.`), marked(20, "good")]);
    const { claims } = measuredReport(record);
    const quotes = claims.map(({ evidence }) => evidence[0]?.quote);
    expect(quotes).toEqual([long.repeat(5).trim()]);
  });

  it("quotes the error of a run, not the beginning of its traceback", () => {
    const output =
      'Traceback (most recent call last):\n  File "pad.py", line 3\nZeroDivisionError: division by zero\n';
    const record = recordOf([ran(60, "failed", { code: "print(1 / 0)", output })]);
    const { claims } = measuredReport(record);
    expect(claims.map(({ evidence }) => evidence[0]?.quote)).toEqual(["ZeroDivisionError: division by zero"]);
  });

  it("of an interview without words or runs has no claim and no praise", () => {
    expect(measuredReport(recordOf([]))).toMatchObject({ claims: [], plan: [], shown: 0 });
    const silent = recordOf([{ kind: "presence", atSeconds: 0, party: "interviewee", event: "joined" }]);
    expect(measuredReport(silent).claims).toEqual([]);
  });

  it("compares with earlier interviews", () => {
    const earlier = [
      { ...nothingMeasured, secondsToFirstRun: 600 },
      { ...nothingMeasured, secondsToFirstRun: 720 },
    ];
    const texts = measuredReport(session, earlier).claims.map(({ text }) => text);
    expect(texts).toContain(
      "Your first run without an error came 6\u00A0min\u00A010\u00A0s into the interview (last time 10\u00A0min, the time before 12\u00A0min), 6\u00A0min after “Two sum” was shown.",
    );
    const gap = [nothingMeasured, ...earlier];
    expect(measuredReport(session, gap).claims.map(({ text }) => text)).toContain(
      "Your first run without an error came 6\u00A0min\u00A010\u00A0s into the interview (earlier 10\u00A0min, the time before 12\u00A0min), 6\u00A0min after “Two sum” was shown.",
    );
    const three = [...earlier, { ...nothingMeasured, secondsToFirstRun: 65 }];
    expect(measuredReport(session, three).claims.map(({ text }) => text)).toContain(
      "Your first run without an error came 6\u00A0min\u00A010\u00A0s into the interview (last time 10\u00A0min, the time before 12\u00A0min, before that 1\u00A0min\u00A05\u00A0s), 6\u00A0min after “Two sum” was shown.",
    );
  });

  it.each([
    [["failed"], "Your only run ended with an error."],
    [["failed", "failed"], "Both of your runs ended with an error."],
    [["failed", "failed", "failed"], "All 3 of your runs ended with an error."],
  ] as const)("counts runs %j", (outcomes, expected) => {
    const record = recordOf(
      outcomes.map((outcome, index) => ran(60 + index, outcome, { code: "x", output: "E" })),
    );
    expect(measuredReport(record).claims.map(({ text }) => text)).toContain(expected);
  });

  it("has an exercise for each moment to come back to, with the question that led there", () => {
    const record = recordOf([
      said(100, "interviewer", "Which number would make you turn it off again?"),
      said(110, "interviewee", "I would keep an eye on it."),
      marked(118, "come_back", "No threshold"),
      said(200, "interviewer", `${words(60)}. Who decides that?`),
      said(240, "interviewee", "The team."),
      marked(245, "come_back"),
    ]);
    const { plan } = measuredReport(record);
    expect(plan.map(({ title }) => title)).toEqual([
      "Answer again: No threshold",
      "Answer again: the moment at 4:05",
    ]);
    expect(plan[0]?.exercise).toMatch(
      /^Your interviewer said: “Which number would make you turn it off again\?” Write the answer/,
    );
    expect(plan[1]?.exercise).toMatch(/^Your interviewer said: “Who decides that\?” Write the answer/);
  });

  it("has an exercise about the error itself, and a general one only for two runs that a second look would have saved", () => {
    const failed = (output: string) => recordOf([ran(60, "failed", { code: "x", output })]);
    const planOf = (output: string) => measuredReport(failed(output)).plan[0]?.title;
    expect(planOf("Traceback\nKeyError: 'user'\n")).toBe("Explain the error: KeyError: 'user'");
    expect(planOf("")).toBeUndefined();
    const slip = "NameError: name 'vales' is not defined";
    expect(planOf(slip)).toBeUndefined();
    const twice = recordOf([60, 90].map((at) => ran(at, "failed", { code: "x", output: slip })));
    expect(measuredReport(twice).plan.map(({ title }) => title)).toEqual(["Read the code before it runs"]);
  });

  it("has no point about one slip that was repaired at once", () => {
    const slip = ran(60, "failed", { code: "x", output: "NameError: name 'vales' is not defined" });
    const repaired = recordOf([slip, ran(80, "finished", { code: "y", output: "1" })]);
    const texts = measuredReport(repaired).claims.map(({ text }) => text);
    expect(texts).toEqual([
      "Your first run without an error came 1\u00A0min\u00A020\u00A0s into the interview.",
    ]);
  });

  it("asks to write the code of a marked moment again, not to answer again", () => {
    const note = "Splits at random";
    const mark = marked(100, "come_back", note);
    const record = recordOf([ran(90, "finished", { code: "rows.shuffle()", output: "8 2" }), mark]);
    expect(measuredReport(record).plan.map(({ title }) => title)).toEqual([`Write it again: ${note}`]);
  });

  it.each([
    [
      "javascript",
      "TypeError: not a function\n    at <eval> (main.js:3:13)",
      "TypeError: not a function",
      "Explain the error: TypeError: not a function",
    ],
    [
      "javascript",
      "ReferenceError: 'total' is not defined\n    at <eval> (main.js:3:13)",
      "ReferenceError: 'total' is not defined",
      undefined,
    ],
    [
      "sql",
      "ERROR: division by zero\nHINT: Look at line 2.\nAt line 2, character 8.",
      "ERROR: division by zero",
      "Explain the error: ERROR: division by zero",
    ],
  ])(
    "quotes the error of a failed run in %s, not its place in the code",
    (language, output, quote, title) => {
      const run = ran(60, "failed", { code: "x", output });
      const { plan, claims } = measuredReport(recordOf([{ ...run, language } as ItemInput]));
      expect([claims[0]?.evidence[0]?.quote, plan[0]?.title]).toEqual([quote, title]);
    },
  );

  it("has the exercise about the error that is no slip, and opens that run", () => {
    const record = recordOf([
      ran(60, "failed", { code: "x", output: "NameError: name 'vales' is not defined" }),
      ran(90, "failed", { code: "x", output: "IndexError: list index out of range" }),
      ran(120, "finished", { code: "x", output: "2" }),
    ]);
    const { plan, claims } = measuredReport(record);
    expect(plan.map(({ title }) => title)).toEqual([
      "Explain the error: IndexError: list index out of range",
    ]);
    const claim = claims.find(({ id }) => id === plan[0]?.claimId);
    expect(claim?.text).toBe(
      "2 of your 3 runs ended with an error. It took 1\u00A0min from the first error to a run without one.",
    );
    expect(claim?.evidence.map(({ atSeconds }) => atSeconds)).toEqual([90, 120, 60]);
  });
});

describe("astral text", () => {
  // PostgreSQL's jsonb refuses half of a character, so such a report could never be stored.
  it.each<[string, ItemInput[]]>([
    ["output without spaces", [ran(100, "finished", { code: "", output: `x${"😀".repeat(100)}` })]],
    ["an error", [ran(100, "failed", { code: "", output: `Traceback\nAssertionError: ${"😀".repeat(50)}` })]],
    [
      "an error after one letter",
      [ran(100, "failed", { code: "", output: `ValueError: x${"😀".repeat(50)}` })],
    ],
    ["a mark's line", [said(10, "interviewee", "hello there"), marked(20, "come_back", "🔥".repeat(140))]],
    [
      "a mark's line after one letter",
      [said(10, "interviewee", "hello there"), marked(20, "come_back", `x${"🔥".repeat(139)}`)],
    ],
  ])("does not cut a character of %s in two", (_, items) => {
    const report = measuredReport(recordOf(items));
    expect(JSON.stringify(report)).not.toMatch(/\\ud[89a-f]/);
  });
});
