import { areaNames } from "@greenroom/contract/review/rubrics/tracks.ts";
import type { RoomRecordItem } from "@greenroom/contract/room/room-record.ts";
import type { Track } from "@greenroom/contract/schedule/goals/tracks.ts";
import { describe, expect, it } from "vitest";
import type { Answers } from "../answers.ts";
import { changedRoleText, changeRole } from "./change-role.ts";

const answers = (
  track: Track,
  scores: (number | undefined)[],
  notes: readonly string[] = [],
): Pick<Answers, "track" | "areas"> => ({
  track,
  areas: areaNames.map((area, index) => {
    const score = scores[index];
    return { area, notes: notes[index] ?? "", ...(score === undefined ? {} : { score }) };
  }),
});
const scoresOf = (areas: Answers["areas"]) => areas.map(({ score }) => score);
const notesOf = (areas: Answers["areas"]) => areas.map(({ notes }) => notes);
const nothing = { record: undefined, earlier: new Map<string, number>() };

describe("the scores", () => {
  const from = answers("ml-engineer", [4, 3, 5, 2, 1]);

  it("of areas of the same name stay, and others are cleared", () => {
    const changed = changeRole({ ...nothing, from, to: "data-analyst" });
    expect(scoresOf(changed.areas)).toEqual([4, undefined, undefined, 2, undefined]);
    expect(changedRoleText(changed)).toBe(
      "This role has other areas, so your scores for ML depth, Coding and Evaluation and production were cleared.",
    );
  });

  it("come back with the role, also after another one in between", () => {
    const analyst = changeRole({ ...nothing, from, to: "data-analyst" });
    const general = changeRole({
      from: { track: "data-analyst", areas: analyst.areas },
      to: "general",
      record: undefined,
      earlier: analyst.earlier,
    });
    expect(scoresOf(general.areas)).toEqual([undefined, undefined, 5, 2, undefined]);
    const again = changeRole({
      from: { track: "general", areas: general.areas },
      to: "ml-engineer",
      record: undefined,
      earlier: general.earlier,
    });
    expect(scoresOf(again.areas)).toEqual([4, 3, 5, 2, 1]);
    expect(changedRoleText(again)).toBe("");
  });
});

it("typed notes stay, and are named where the area has another name", () => {
  const notes = ["Asks first.", "Knows why.", "", "Calm.", " "];
  const changed = changeRole({ ...nothing, from: answers("ml-engineer", [], notes), to: "ai-engineer" });
  expect(notesOf(changed.areas)).toEqual(notes);
  expect(changedRoleText(changed)).toBe(
    "Your notes on ML depth are now under LLM and system design: check that they fit.",
  );
});

describe("what the record filled in", () => {
  const common = { at: "2026-11-20T12:35:00.000Z", personId: "asha" };
  const question: RoomRecordItem = {
    ...{ ...common, id: "q", atSeconds: 60, kind: "question", questionId: null },
    ...{ title: "Experiments on a feed", prompt: "", topic: "ml-fundamentals" },
    marks: { criteria: [{ name: "Depth", score: 3 }], note: "", outcome: null },
  };
  const mark: RoomRecordItem = {
    ...{ ...common, id: "m", atSeconds: 90, kind: "mark", label: "good", note: "Names a guardrail" },
  };
  const record = { items: [question, mark] };
  const line = "[1:30, marked good] Names a guardrail";

  it("follows the role while it is not edited", () => {
    const from = answers("ml-engineer", [undefined, 3], ["", "", "", "", line]);
    const changed = changeRole({ ...nothing, from, to: "data-analyst", record });
    expect(notesOf(changed.areas)).toEqual(["", line, "", "", ""]);
    expect(scoresOf(changed.areas)[1]).toBe(3);
    expect(changedRoleText(changed)).toBe("");
  });

  it("is added to notes that were edited", () => {
    const from = answers("ml-engineer", [], ["", "Knows why.", "", "", line]);
    const changed = changeRole({ ...nothing, from, to: "data-analyst", record });
    expect(notesOf(changed.areas)).toEqual(["", `Knows why.\n${line}`, "", "", ""]);
  });

  it.each([
    ["stays where it was edited", `${line}, unasked`],
    ["stays deleted", ""],
  ])("%s", (_, notes) => {
    const from = answers("ml-engineer", [], ["", "", "", "", notes]);
    const changed = changeRole({ ...nothing, from, to: "data-analyst", record });
    expect(notesOf(changed.areas)).toEqual(["", "", "", "", notes]);
  });
});
