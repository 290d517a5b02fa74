import type { Claim, Evidence } from "../../schedule/report-shape.ts";
import { markSources, type NoteMoment, readNotes, secondsOfMoment } from "../rubrics/moments.ts";
import type { MentorFeedback } from "./reports.ts";

/* A moment that the interviewer marked, or a run, is a point of the measured report, and the mentor's form offers it for
   the notes. A reader would get it twice, so a report shows such a point with the note. */

/** Notes and points count seconds from the start of the interview, but one rounds them and the other cuts them. */
const sameMomentSeconds = 1;

/** The form's name for a run in the notes: `run 3`. */
const runMoment = /^run\b/;

const kinds = { strength: markSources.good, improvement: markSources.come_back } as const;

/** Which points are shown with the mentor's notes, and which are listed. */
export interface NotedPoints {
  /** The points that no note has, in their order. */
  listed: Claim[];
  /** The points that notes have. */
  noted: Claim[];
  /** The point about a moment, by the area and the moment's place in `readNotes` of its notes; null without one. */
  pointOf: (area: string, place: number) => Claim | null;
}

/** The evidence that is the mark itself. A point that quotes a mark says something else about it. */
function isMarkItself({ kind, quote }: Pick<Evidence, "kind" | "quote">): boolean {
  return kind === "mark" && quote === "";
}

/** Each point goes with the first note about its moment. `claims` stay as they are, and so do their counts. */
export function findNotedPoints(claims: readonly Claim[], notes: MentorFeedback["notes"]): NotedPoints {
  const points = new Map<string, Claim>();
  for (const { area, notes: text } of notes) {
    for (const [place, part] of readNotes(text).entries()) {
      if (!("moment" in part)) continue;
      const taken = [...points.values()];
      const point = claims.find((claim) => !taken.includes(claim) && repeats(claim, part.moment));
      if (point !== undefined) points.set(keyOf(area, place), point);
    }
  }
  const noted = claims.filter((claim) => [...points.values()].includes(claim));
  return {
    listed: claims.filter((claim) => !noted.includes(claim)),
    noted,
    pointOf: (area, place) => points.get(keyOf(area, place)) ?? null,
  };
}

/** Says where the points are that are not listed; empty if all are. */
export function notedPointsLine({ noted }: Pick<NotedPoints, "noted">): string {
  if (noted.length === 0) return "";
  return noted.length === 1
    ? "1 more point, about a moment in your mentor's notes, is with their notes above."
    : `${noted.length} more points, about moments in your mentor's notes, are with their notes above.`;
}

/** A point that says more than the note that it is shown with: what was counted about its runs. */
export function saysMoreThanNote({ kind }: Pick<Claim, "kind">): boolean {
  return kind === "observation";
}

/** A point's evidence without what the note shows already: the mark itself, and the same output of the same run. */
export function evidenceBesideNote({ evidence }: Pick<Claim, "evidence">, moment: NoteMoment): Evidence[] {
  const seconds = secondsOfMoment(moment);
  const isShown = ({ atSeconds, quote }: Evidence) =>
    quote !== "" && moment.text.includes(quote) && Math.abs(atSeconds - seconds) <= sameMomentSeconds;
  return evidence.filter((one) => !isMarkItself(one) && !isShown(one));
}

function repeats({ kind, evidence }: Claim, moment: NoteMoment): boolean {
  const seconds = secondsOfMoment(moment);
  const isThen = ({ atSeconds }: Evidence) => Math.abs(atSeconds - seconds) <= sameMomentSeconds;
  // A point that was counted about several runs is shown with the note about one of them.
  if (kind === "observation") {
    return runMoment.test(moment.source) && evidence.some((one) => one.kind === "run" && isThen(one));
  }
  // A mentor may have typed only the time.
  if (moment.source !== "" && moment.source !== kinds[kind]) return false;
  return evidence.some((one) => isMarkItself(one) && isThen(one));
}

function keyOf(area: string, place: number): string {
  return `${area} ${place}`;
}
