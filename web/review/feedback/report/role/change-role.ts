import { type AreaName, areaNames, areasOf } from "@greenroom/contract/review/rubrics/tracks.ts";
import type { RoomRecord } from "@greenroom/contract/room/room-record.ts";
import type { Track } from "@greenroom/contract/schedule/goals/tracks.ts";
import type { Answers } from "../answers.ts";
import { prefillFromRecord } from "../feedback-prefill.ts";

/** Scores by the label of their area, so that a role that is chosen again has them again. */
export type EarlierScores = ReadonlyMap<string, number | null>;

interface ChangeOfRole {
  from: Pick<Answers, "track" | "areas">;
  to: Track;
  record: Pick<RoomRecord, "items"> | undefined;
  earlier: EarlierScores;
}

export interface ChangedRole {
  areas: Answers["areas"];
  earlier: EarlierScores;
  /** The areas whose score belongs to the role before alone. */
  cleared: string[];
  /** The areas whose typed notes are now those of another area. */
  renamed: { from: string; to: string }[];
}

/**
 * The scores and notes for another role. An area of the same name keeps them. Elsewhere, a score that was chosen by its
 * sentence is cleared, and typed notes stay. What the record filled in follows the role while it is not edited.
 */
export function changeRole({ from, to, record, earlier }: ChangeOfRole): ChangedRole {
  const filledScores = record ? prefillFromRecord(record, from.track).scores : {};
  const notes = notesOfRole({ from, to, record });
  const areasNow = areasOf(to);
  const scores = new Map(earlier);
  const changed: ChangedRole = { areas: [], earlier: scores, cleared: [], renamed: [] };
  for (const [index, { name, label }] of areasOf(from.track).entries()) {
    const score = from.areas[index]?.score;
    const labelNow = areasNow[index]?.label ?? label;
    if (score === undefined) scores.delete(label);
    else scores.set(label, score);
    const isKept = label === labelNow || (score !== undefined && score === filledScores[name]);
    const scoreNow = isKept ? score : scores.get(labelNow);
    const { text = "", isTyped = false } = notes[index] ?? {};
    changed.areas.push({ area: name, notes: text, ...(scoreNow === undefined ? {} : { score: scoreNow }) });
    if (!isKept && score !== undefined) changed.cleared.push(label);
    if (label !== labelNow && isTyped) changed.renamed.push({ from: label, to: labelNow });
  }
  return changed;
}

/** Typed notes as they are; a mark that the record filled in goes to its area for the role, unless it was edited. */
function notesOfRole({ from, to, record }: Omit<ChangeOfRole, "earlier">) {
  const [before, now] = [from.track, to].map((track) =>
    record ? prefillFromRecord(record, track).notes : {},
  );
  const areas = areaNames.map((name, index) => {
    const text = from.areas[index]?.notes ?? "";
    return { name, text, isEdited: text !== (before?.[name] ?? "") };
  });
  const linesFor = (name: AreaName) => (now?.[name] ?? "").split("\n").filter((line) => line !== "");
  const edited = areas.filter(({ isEdited }) => isEdited);
  // Of an edited area, each mark stays there, or stays deleted.
  const settled = new Set(edited.flatMap(({ name }) => (before?.[name] ?? "").split("\n")));
  return areas.map(({ name, text, isEdited }) => {
    const marks = linesFor(name).filter((line) => !settled.has(line) && !(isEdited && text.includes(line)));
    const lines = isEdited && text !== "" ? [text, ...marks] : marks;
    return { text: lines.join("\n"), isTyped: isEdited && text.trim() !== "" };
  });
}

/** Tells the interviewer what the change of role has changed; empty if they need not look. */
export function changedRoleText({ cleared, renamed }: Pick<ChangedRole, "cleared" | "renamed">): string {
  const list = (labels: readonly string[]) => labels.join(", ").replace(/, (?=[^,]*$)/, " and ");
  return [
    ...(cleared.length === 0
      ? []
      : [
          `This role has other areas, so your ${cleared.length === 1 ? "score" : "scores"} for ${list(cleared)} ${cleared.length === 1 ? "was" : "were"} cleared.`,
        ]),
    ...renamed.map(({ from, to }) => `Your notes on ${from} are now under ${to}: check that they fit.`),
  ].join(" ");
}
