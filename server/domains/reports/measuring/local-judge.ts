import type {
  InterviewItem,
  InterviewItemOf,
  InterviewRecord,
} from "@greenroom/contract/reports/interview-record.ts";
import { type ClaimKind, claimEvidence, type Measured } from "@greenroom/contract/reports/report-shape.ts";
import { normalText, wordsOf } from "../verification/normal-text.ts";
import { isOf, quotableTexts } from "../verification/quotable-text.ts";
import { claimId, evidenceOf, type VerifiedClaim } from "../verification/verify-claims.ts";
import { firstRun, hasFailed, itemsOf, longestSilence } from "./measure.ts";

/* The judge without a model: it counts, and repeats the mentor's marks. It has no opinion and gives no score. */

/** The area of claims that belong to none of the rubric's areas. */
export const sessionArea = { name: "session", label: "The session" };

/** Shorter silences are normal pauses. */
const notableSilenceSeconds = 30;
const excerptCharacters = 160;
const maxMarks = 8;
/** A mark does not refer to an answer that began longer ago. */
const markReachSeconds = 60;

interface LocalInput {
  /** Without text that addresses a judge. */
  record: InterviewRecord;
  /** As it was stored; quotes come from here. */
  original: InterviewRecord;
  measured: Measured;
  /** The candidate's earlier interviews, newest first. */
  earlier: readonly Measured[];
}

/** All measurements as claims, each with the items that it was counted from. */
export function measuredClaims({ record, original, measured, earlier }: LocalInput): VerifiedClaim[] {
  const claims: VerifiedClaim[] = [];
  const originals = new Map(original.items.map((item) => [item.id, item]));
  const add = (
    area: string,
    kind: ClaimKind,
    text: string,
    items: readonly (InterviewItem | undefined)[],
    exercise = { title: "", text: "" },
  ) => {
    const evidence = items
      .flatMap((item) => item ?? [])
      .slice(0, claimEvidence)
      // The claim already contains the mark's words.
      .map((item) =>
        evidenceOf(record, item, item.kind === "mark" ? "" : excerpt(item, originals.get(item.id))),
      );
    if (evidence.length > 0)
      claims.push({ id: claimId(record, area, text), area, kind, text, evidence, exercise });
  };
  const spoken = itemsOf(record, "utterance");
  const longest = (party: "interviewee" | "interviewer") =>
    spoken
      .filter((item) => item.party === party)
      .sort((a, b) => wordsOf(b.text).length - wordsOf(a.text).length)[0];

  const { talkShare, pace } = measured;
  if (talkShare !== null) {
    const before = compare(earlier, ({ talkShare: share }) => share, percent);
    add("communication", "observation", `You spoke ${percent(talkShare)} of the words.${before}`, [
      longest("interviewee"),
      longest("interviewer"),
    ]);
  }
  if (pace !== null) {
    const before = compare(earlier, ({ pace: earlierPace }) => earlierPace, String);
    add("communication", "observation", `You spoke ${pace} words per minute.${before}`, [
      longest("interviewee"),
    ]);
  }
  const silence = longestSilence(record);
  if (silence !== null && silence.seconds >= notableSilenceSeconds) {
    add(
      "communication",
      "observation",
      `The longest time in which nobody spoke was ${duration(silence.seconds)}.`,
      [silence.before, silence.after],
      {
        title: "Think aloud",
        text: "Solve one problem a day with a timer and say your next step aloud whenever half a minute has passed in silence.",
      },
    );
  }
  addRuns(record, earlier, add);
  const questions = itemsOf(record, "question");
  if (questions.length > 0) {
    const noun = questions.length === 1 ? "question was" : "questions were";
    add(sessionArea.name, "observation", `${questions.length} ${noun} asked.`, questions);
  }
  for (const mark of itemsOf(record, "mark").slice(0, maxMarks)) {
    const moment = [answerBefore(record, mark), mark];
    const note = mark.note === "" ? "" : `: ${normalText(mark.note).slice(0, 280)}`;
    if (mark.label === "good")
      add(sessionArea.name, "strength", `Your interviewer marked this moment as good${note}`, moment);
    else
      add(
        sessionArea.name,
        "improvement",
        `Your interviewer marked this moment to come back to${note}`,
        moment,
        {
          title: "Go back to the marked moment",
          text: "Open the record at this moment, answer again in writing, and compare your answer with what you said.",
        },
      );
  }
  return claims;
}

/** The candidate's last words shortly before a mark, which most likely caused it. */
function answerBefore(
  record: InterviewRecord,
  mark: InterviewItemOf<"mark">,
): InterviewItemOf<"utterance"> | undefined {
  const markedAt = Date.parse(mark.at);
  return itemsOf(record, "utterance").findLast(({ party, at }) => {
    const secondsBefore = (markedAt - Date.parse(at)) / 1000;
    return party === "interviewee" && secondsBefore >= 0 && secondsBefore <= markReachSeconds;
  });
}

type Add = (
  area: string,
  kind: ClaimKind,
  text: string,
  items: readonly (InterviewItem | undefined)[],
  exercise?: { title: string; text: string },
) => void;

function addRuns(record: InterviewRecord, earlier: readonly Measured[], add: Add): void {
  const runs = itemsOf(record, "run").filter((item) => isOf(item, "interviewee"));
  const first = firstRun(record);
  if (first !== null) {
    const before = compare(earlier, ({ secondsToFirstRun }) => secondsToFirstRun, duration);
    add(
      "coding",
      "observation",
      `Your code first ran to its end ${duration(first.seconds)} into the interview.${before}`,
      [first.run],
    );
  }
  const failed = runs.filter(hasFailed);
  if (failed.length === 0) return;
  const repaired = runs.find((run) => !hasFailed(run) && run.at > (failed[0]?.at ?? ""));
  const repair = repaired === undefined ? " No later run was without one." : repairText(failed[0], repaired);
  const count = `${failed.length} of your ${runs.length} runs ended with an error.`;
  add("coding", "observation", count + repair, [...failed.slice(0, 1), repaired, ...failed.slice(1)], {
    title: "Read the code before it runs",
    text: "Take three short problems. Before each run, trace one small example by hand and write down what you expect it to print.",
  });
}

function repairText(failed: InterviewItem | undefined, repaired: InterviewItem): string {
  const seconds = (Date.parse(repaired.at) - Date.parse(failed?.at ?? repaired.at)) / 1000;
  return ` The first run without one came ${duration(Math.round(seconds))} after the first error.`;
}

/**
 * A literal excerpt from the item's beginning, cut at a word boundary; of a run with an error, its last line,
 * which names the error. Empty if the original does not contain it in one piece.
 */
function excerpt(item: InterviewItem, original: InterviewItem | undefined): string {
  const [first = ""] = quotableTexts(item);
  const texts = original === undefined ? [] : quotableTexts(original).map(normalText);
  const lines = first.split("\n").filter((line) => line.trim() !== "");
  const beginnings = [
    ...(item.kind === "run" && hasFailed(item) && item.output !== ""
      ? [cutWords(normalText(lines.at(-1) ?? ""))]
      : []),
    cutWords(normalText(first)),
    cutWords(normalText(lines[0] ?? "")),
  ];
  return beginnings.find((beginning) => texts.some((text) => text.includes(beginning))) ?? "";
}

function cutWords(text: string): string {
  if (text.length <= excerptCharacters) return text;
  const cut = text.slice(0, excerptCharacters);
  return cut.slice(0, Math.max(cut.lastIndexOf(" "), 0)).trim() || cut;
}

function compare(
  earlier: readonly Measured[],
  read: (measured: Measured) => number | null,
  show: (value: number) => string,
): string {
  const values = earlier.flatMap((measured) => read(measured) ?? []).slice(0, 3);
  if (values.length === 0) return "";
  const shown = values.map(show);
  return shown.length === 1
    ? ` In your earlier interview it was ${shown[0]}.`
    : ` In your ${shown.length} earlier interviews, newest first, it was ${shown.join(", ")}.`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

/** `6 min 10 s` */
function duration(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return [minutes > 0 ? `${minutes} min` : "", rest > 0 || minutes === 0 ? `${rest} s` : ""]
    .filter((part) => part !== "")
    .join(" ");
}
