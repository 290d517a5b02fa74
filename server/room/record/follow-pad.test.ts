import type { Party } from "@greenroom/contract/schedule/bookings.ts";
import { describe, expect, it } from "vitest";
import { codeAuthors, followPad } from "./follow-pad.ts";

describe("follow pad", () => {
  const snapshot = (text: string, editor: Party, isWanted = true) => ({
    change: { text },
    editedBy: [editor],
    isWanted,
  });
  const rows = 'rows = df.groupby("user_id")';
  const mean = "mean = rows.score.mean()";

  describe("the versions of a pad", () => {
    it("have each line's author, also of a version that nobody wants", () => {
      const { versions } = followPad({
        snapshots: [
          snapshot(rows, "interviewer", false),
          {
            change: { from: rows.length, deleteCount: 0, insert: `\n${mean}` },
            editedBy: ["interviewee"],
            isWanted: true,
          },
        ],
        finalText: null,
      });
      expect(versions).toEqual([{ text: `${rows}\n${mean}`, otherLines: [0] }]);
    });

    it("do not include a last text that they contain already", () => {
      const snapshots = [snapshot(rows, "interviewee")];
      expect(followPad({ snapshots, finalText: rows }).unseenText).toBeNull();
      expect(followPad({ snapshots, finalText: mean }).unseenText).toBe(mean);
      expect(followPad({ snapshots: [], finalText: "" }).unseenText).toBeNull();
    });

    it("end after two thousand lines", () => {
      const long = `${"x\n".repeat(2_500)}y`;
      const { versions, unseenText } = followPad({
        snapshots: [snapshot("x\n".repeat(50_000), "interviewer")],
        finalText: long,
      });
      expect(versions[0]?.text.split("\n")).toHaveLength(2_000);
      expect(versions[0]?.otherLines).toHaveLength(2_000);
      expect(unseenText?.split("\n")).toHaveLength(2_000);
    });
  });
});

describe("code authors", () => {
  const rows = 'rows = df.groupby("user_id")';
  const mean = "mean = rows.score.mean()";
  const me: Party[] = ["interviewee"];
  const interviewer: Party[] = ["interviewer"];

  it.each<[string, [string, Party[]][], number[]]>([
    ["written by the interviewee alone", [[`${rows}\n${mean}`, me]], []],
    ["written by the interviewer", [[`${rows}\n${mean}`, interviewer]], [0, 1]],
    [
      "of the interviewer, below which the interviewee adds one",
      [
        [rows, interviewer],
        [`${rows}\n${mean}`, me],
      ],
      [0],
    ],
    [
      "of the interviewer, in which the interviewee changes a character",
      [
        [rows, interviewer],
        [`${rows};`, me],
      ],
      [0],
    ],
    [
      "of the interviewer, which the interviewee indents",
      [
        [rows, interviewer],
        [`  ${rows}`, me],
      ],
      [0],
    ],
    [
      "of the interviewer, which the interviewee cuts and pastes",
      [
        [rows, interviewer],
        [mean, me],
        [`${mean}\n${rows}`, me],
      ],
      [1],
    ],
    [
      "of the interviewer, to which the interviewee appends a comment",
      [
        [rows, interviewer],
        [`${rows}  # one row for each user, as the interviewer had asked`, me],
      ],
      [0],
    ],
    [
      "of the interviewer, short ones too, with a comment",
      [
        ["return x", interviewer],
        ["return x  # the answer to the question", me],
      ],
      [0],
    ],
    [
      "that are the same and of both, in the order in which they stand",
      [
        ["i += 1", interviewer],
        [`i += 1\n${mean}\ni += 1`, me],
        [`x = 0\ni += 1\n${mean}\ni += 1\ny = 1`, me],
        [`i += 1\n${mean}\ni += 1`, me],
        [`z = 2\ni += 1\n${mean}\ni += 1\nw = 1`, me],
      ],
      [1],
    ],
    ["of a time in which both edited", [[rows, ["interviewee", "interviewer"]]], [0]],
    [
      "of the interviewee, while the interviewer adds one above",
      [
        [mean, me],
        [`${rows}\n${mean}`, interviewer],
      ],
      [0],
    ],
    [
      "of the interviewee, in place of the interviewer's",
      [
        ["# Write your solution here", interviewer],
        [rows, me],
      ],
      [],
    ],
    ["of nobody who is known", [[rows, []]], [0]],
  ])("tells the lines %s", (_, snapshots, otherLines) => {
    const authors = codeAuthors();
    for (const [text, editedBy] of snapshots) authors.add(text, editedBy);
    expect(authors.otherLines()).toEqual(otherLines);
  });

  it("recognizes changed lines of the interviewer in a very large change", () => {
    const authors = codeAuthors();
    const pad = (suffix: string) =>
      Array.from({ length: 1_500 }, (_, line) => `column_${line} = df["c${line}"]${suffix}`).join("\n");
    authors.add(pad(""), interviewer);
    authors.add(pad("  # mine"), me);
    expect(authors.otherLines()).toHaveLength(1_500);
  });

  it("follows a pad of a hundred thousand lines", () => {
    const authors = codeAuthors();
    for (let snapshot = 0; snapshot < 300; snapshot += 1)
      authors.add(`${"x\n".repeat(50_000)}${snapshot}`, me);
    expect(authors.otherLines()).toEqual([]);
  });
});
