import type { Party } from "@greenroom/contract/schedule/bookings.ts";
import { describe, expect, it } from "vitest";
import { codeAuthors, followPad } from "./follow-pad.ts";

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

describe("code authors", () => {
  const rows = 'rows = df.groupby("user_id")';
  const mean = "mean = rows.score.mean()";
  const me: Party[] = ["interviewee"];
  const interviewer: Party[] = ["interviewer"];

  const mine = (text: string): [string, Party[]] => [text, me];
  const theirs = (text: string): [string, Party[]] => [text, interviewer];

  it.each<[string, [string, Party[]][], number[]]>([
    ["written by the interviewee alone", [mine(`${rows}\n${mean}`)], []],
    ["written by the interviewer", [theirs(`${rows}\n${mean}`)], [0, 1]],
    [
      "of the interviewer, below which the interviewee adds one",
      [theirs(rows), mine(`${rows}\n${mean}`)],
      [0],
    ],
    [
      "of the interviewer, in which the interviewee changes a character",
      [theirs(rows), mine(`${rows};`)],
      [0],
    ],
    ["of the interviewer, which the interviewee indents", [theirs(rows), mine(`  ${rows}`)], [0]],
    [
      "of the interviewer, which the interviewee cuts and pastes",
      [theirs(rows), mine(mean), mine(`${mean}\n${rows}`)],
      [1],
    ],
    [
      "of the interviewer, to which the interviewee appends a comment",
      [theirs(rows), mine(`${rows}  # one row for each user, as the interviewer had asked`)],
      [0],
    ],
    [
      "of the interviewer, short ones too, with a comment",
      [theirs("return x"), mine("return x  # the answer to the question")],
      [0],
    ],
    [
      "that are the same and of both, in the order in which they stand",
      [
        theirs("i += 1"),
        mine(`i += 1\n${mean}\ni += 1`),
        mine(`x = 0\ni += 1\n${mean}\ni += 1\ny = 1`),
        mine(`i += 1\n${mean}\ni += 1`),
        mine(`z = 2\ni += 1\n${mean}\ni += 1\nw = 1`),
      ],
      [1],
    ],
    ["of a time in which both edited", [[rows, ["interviewee", "interviewer"]]], [0]],
    [
      "of the interviewee, while the interviewer adds one above",
      [mine(mean), theirs(`${rows}\n${mean}`)],
      [0],
    ],
    [
      "of the interviewee, in place of the interviewer's",
      [theirs("# Write your solution here"), mine(rows)],
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
