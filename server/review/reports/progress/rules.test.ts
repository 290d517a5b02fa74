import { areasOf } from "@greenroom/contract/review/rubrics/tracks.ts";
import type { Track } from "@greenroom/contract/schedule/goals/tracks.ts";
import { nothingMeasured } from "@greenroom/contract/schedule/report-shape.ts";
import { describe, expect, it } from "vitest";
import { areaProgress, findNextFocus, type ScoredInterview } from "./rules.ts";

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
  const names = (...interviews: [Track, number | null][]) =>
    areaProgress(interviews.map(([track, score], index) => interview(track, score, index)));
  const labels = (track: Track) => areasOf(track).map(({ label }) => label);

  it.each([
    { case: "one track", interviews: [["ml-engineer", 3]], now: "ml-engineer", others: [] },
    {
      case: "a newer report of another track without scores",
      interviews: [
        ["ml-engineer", 3],
        ["general", null],
      ],
      now: "ml-engineer",
      others: [],
    },
    {
      case: "an older track that has scores too",
      interviews: [
        ["general", 2],
        ["ml-engineer", 3],
      ],
      now: "ml-engineer",
      others: ["general"],
    },
    {
      case: "a track that came back",
      interviews: [
        ["ml-engineer", 2],
        ["data-analyst", 3],
        ["ml-engineer", 4],
      ],
      now: "ml-engineer",
      others: ["data-analyst"],
    },
    {
      case: "three tracks, newest first",
      interviews: [
        ["general", 2],
        ["data-analyst", 3],
        ["ai-engineer", 4],
      ],
      now: "ai-engineer",
      others: ["data-analyst", "general"],
    },
  ] satisfies { case: string; interviews: [Track, number | null][]; now: Track; others: Track[] }[])(
    "is that of the newest report that scored it: $case",
    ({ interviews, now, others }) => {
      const areas = names(...(interviews as [Track, number | null][]));
      expect(areas.map(({ label }) => label)).toEqual(labels(now));
      areas.forEach(({ label, otherLabels }, index) => {
        const otherNames = new Set(others.map((track) => labels(track)[index]));
        otherNames.delete(label);
        expect(otherLabels).toEqual([...otherNames]);
      });
    },
  );
});

describe("the next focus", () => {
  it.each([
    ["is the area with the lowest mean", [4, 2, 3], "communication"],
    ["is none if several areas share the lowest", [2, 2, 3], null],
    // The bands of both are cut off at the end of the scale, so that their middles differ less than the scores.
    ["is the lower of two at the end of the scale", [2, 1], "communication"],
    ["is none without a score", [], null],
  ] as const)("%s", (_, scores, expected) => {
    const names = ["coding", "communication", "evaluation"].slice(0, scores.length);
    const mentorScores = names.map((area, index) => ({ area, score: scores[index] ?? 0 }));
    const areas = names.map((name) => ({ name, label: name }));
    const report = scored({ areas, measured: { ...nothingMeasured, mentorScores } });
    expect(findNextFocus(areaProgress([{ bookingId: "one", report }]))).toBe(expected);
  });
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
