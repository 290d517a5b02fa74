import type { Party } from "@greenroom/contract/schedule/bookings.ts";
import { describe, expect, it } from "vitest";
import { followPad } from "./follow-pad.ts";

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
