import {
  firstOpenTask,
  firstTaskLabel,
  planTitle,
  suggestedDay,
  tasksLine,
} from "@greenroom/contract/review/next-tasks.ts";
import { type InterviewBefore, overallBefore } from "@greenroom/contract/review/progress.ts";
import {
  deletionOf,
  measuredFacts,
  mentorQuote,
  transcriptLine,
} from "@greenroom/contract/review/report-labels.ts";
import type { Dispute, MentorFeedback, ReportRecord } from "@greenroom/contract/review/reports.ts";
import { areasOf, overallScore, scaleText } from "@greenroom/contract/review/tracks.ts";
import type { Track } from "@greenroom/contract/schedule/goals.ts";
import type { AiFeedback, Measured, PlannedExercise } from "@greenroom/contract/schedule/report-shape.ts";
import type { PdfDocument } from "../../kernel/pdf/pdf-document.ts";
import { printableText } from "../../kernel/pdf/text-layout.ts";
import {
  colors,
  type DocumentHeading,
  type ReportStyles,
  writeHeading,
  writeLink,
  writeOverall,
  writeTask,
} from "./pdf-parts.ts";

export interface AiReportDocument extends DocumentHeading {
  /** Its anchors describe the scores. */
  track: Track;
  /** The reader's; it decides the days of the plan. */
  timeZone: string;
  report: AiFeedback;
  /** The interview before this one; null without one. */
  before: InterviewBefore | null;
  /** The address of the site, where questions and drills are practiced. */
  siteUrl: string;
  /** The claims whose exercises are done. */
  doneExercises: readonly string[];
  /** From the mentor's form; null without one. */
  mentorSummary: string | null;
  mentorFeedback: MentorFeedback | null;
  /** The URL of the record's page; `?at=<item id>` or `?at=12:41` opens a moment. Null once the record is deleted. */
  recordUrl: string | null;
  record: ReportRecord;
  disputes: readonly Dispute[];
}

/* A score's five steps, in points. */
const stepWidth = 26;
const stepGap = 4;
/** Room for `5 of 5`, with a gap. */
const scoreWidth = 52;

/** Writes the mentor's score of each area as filled steps, below the overall score and the summary. */
export function writeScores(
  pdf: PdfDocument,
  styles: ReportStyles,
  { report: { measured, areas }, track, mentorSummary, before }: AiReportDocument,
): void {
  const mentor = measured.mentorScores;
  const overall = overallScore(mentor);
  if (overall === null) return;
  writeHeading(pdf, styles, "Your mentor's scores");
  const { quote, rest } = mentorQuote(printableText(mentorSummary ?? ""));
  pdf.skip(4);
  writeOverall(pdf, styles, {
    areas: mentor,
    lead: quote === "" ? "" : `“${quote}”`,
    change: overallBefore(overall, before),
  });
  pdf.skip(8);
  for (const paragraph of rest.split(/\n+/).filter((text) => text.trim() !== "")) {
    pdf.write("P", paragraph.trim(), styles.body);
    pdf.skip(4);
  }
  const stepsWidth = 5 * stepWidth + 4 * stepGap;
  const stepsLeft = pdf.left + pdf.width - stepsWidth - scoreWidth;
  for (const { area: name, score } of mentor) {
    pdf.keepTogether(36);
    pdf.skip(4);
    const top = pdf.y;
    const place = { width: stepsLeft - pdf.left - 12 };
    // Below the steps there is more room.
    const below = { width: pdf.width - scoreWidth };
    pdf.write("P", areas.find((area) => area.name === name)?.label ?? name, styles.strong, place);
    const anchors = areasOf(track).find((area) => area.name === name);
    if (anchors !== undefined) {
      pdf.write("P", scaleText(anchors, score), styles.small, below);
    }
    const bottom = pdf.y;
    for (let step = 1; step <= 5; step += 1) {
      const fill = score <= 2 ? colors.amber : colors.green;
      pdf.drawBox({
        x: stepsLeft + (step - 1) * (stepWidth + stepGap),
        y: top + 4,
        width: stepWidth,
        height: 6,
        color: step <= score ? fill : colors.line,
        radius: 3,
      });
    }
    pdf.moveTo(top);
    pdf.write("P", `${score} of 5`, styles.strong, { align: "right" });
    pdf.moveTo(Math.max(bottom, pdf.y));
  }
}

const factsInRow = 4;

/** Writes the measured facts in rows, with those of the interview before, below the shares of the words. */
export function writeFacts(
  pdf: PdfDocument,
  styles: ReportStyles,
  measured: Measured,
  before: InterviewBefore | null,
): void {
  const facts = measuredFacts(measured, before?.measured);
  const oneSided = transcriptLine(measured);
  if (facts.length === 0 && oneSided === "") return;
  writeHeading(pdf, styles, "Measured");
  if (oneSided !== "") {
    pdf.write("P", oneSided, styles.small);
    pdf.skip(8);
  }
  if (measured.talkShare !== null) writeTalkShare(pdf, styles, measured.talkShare);
  for (let first = 0; first < facts.length; first += factsInRow) {
    pdf.keepTogether(76);
    if (first > 0) pdf.skip(8);
    const row = facts.slice(first, first + factsInRow);
    const width = pdf.width / factsInRow - 10;
    const top = pdf.y;
    // A label may need two lines, and the figures of a row stand on one line.
    const labelHeight = Math.max(...row.map(({ label }) => pdf.heightOf(label, styles.small, width)));
    let lowest = top;
    for (const [index, { label, value, detail, before: earlier }] of row.entries()) {
      const place = { x: pdf.left + (index * pdf.width) / factsInRow, width };
      pdf.moveTo(top + labelHeight - pdf.heightOf(label, styles.small, width));
      pdf.write("P", label, styles.small, place);
      pdf.write("P", value, styles.figure, place);
      pdf.write("P", detail, styles.small, place);
      if (earlier !== "") pdf.write("P", `last time ${earlier}`, styles.small, place);
      lowest = Math.max(lowest, pdf.y);
    }
    pdf.moveTo(lowest);
  }
}

function writeTalkShare(pdf: PdfDocument, styles: ReportStyles, share: number): void {
  const bar = { x: pdf.left, y: pdf.y + 2, height: 6, radius: 3 };
  pdf.drawBox({ ...bar, width: pdf.width, color: colors.line });
  if (share > 0) pdf.drawBox({ ...bar, width: pdf.width * share, color: colors.green });
  pdf.skip(12);
  const percent = Math.round(share * 100);
  const top = pdf.y;
  pdf.write("P", `You ${percent}% of the words`, styles.small);
  pdf.moveTo(top);
  pdf.write("P", `Interviewer ${100 - percent}%`, styles.small, { align: "right" });
  pdf.skip(8);
}

/** The mentor's steps, then the exercises. */
export function writeNextTwoWeeks(pdf: PdfDocument, styles: ReportStyles, document: AiReportDocument): void {
  const { report, mentorFeedback, interviewer, timeZone, doneExercises } = document;
  const { plan, madeAt } = report;
  const steps = mentorFeedback?.nextSteps ?? [];
  if (steps.length + plan.length === 0) return;
  const first = firstOpenTask({ steps, plan, doneExercises });
  const firstLabel = firstTaskLabel({ steps, plan, doneExercises }).toLowerCase();
  const remark = (id: string, isDone: boolean) => (isDone ? "done" : id === first ? firstLabel : "");
  writeHeading(pdf, styles, planTitle(madeAt, timeZone));
  pdf.write("P", tasksLine({ steps, plan }, interviewer), styles.small);
  pdf.skip(6);
  if (steps.length > 0) pdf.write("H3", `Steps from ${interviewer}`, styles.strong);
  pdf.skip(3);
  for (const { id, text, isDone } of steps) writeTask(pdf, styles, printableText(text), remark(id, isDone));
  if (plan.length > 0 && steps.length > 0) {
    pdf.keepTogether(60);
    pdf.skip(8);
    pdf.write("H3", "Exercises", styles.strong);
    pdf.skip(3);
  }
  const place = { x: pdf.left + 18, width: pdf.width - 18 };
  for (const [index, task] of plan.entries()) {
    pdf.keepTogether(58);
    writeTask(pdf, styles, task.title, remark(task.claimId, doneExercises.includes(task.claimId)));
    const day = suggestedDay(madeAt, index, plan.length);
    pdf.write("P", `Suggested for ${formatDay(day, timeZone)}`, styles.small, place);
    pdf.write("P", task.exercise, styles.body, place);
    for (const { label, link } of linksOf(task, document)) {
      pdf.skip(2);
      writeLink(pdf, styles, label, { ...place, link });
    }
    pdf.skip(6);
  }
}

/** `Monday 23 November` */
function formatDay(day: Date, timeZone: string): string {
  const options = { weekday: "long", day: "numeric", month: "long", timeZone } as const;
  return new Intl.DateTimeFormat("en-GB", options).format(day);
}

/** The moment that an exercise is for, as far as it can be opened, and where to practice alone. */
function linksOf(
  { claimId, questionId, drillId }: PlannedExercise,
  { report, siteUrl, recordUrl, record }: AiReportDocument,
): { label: string; link: string }[] {
  const links: { label: string; link: string }[] = [];
  const evidence = report.claims.find(({ id }) => id === claimId)?.evidence[0];
  const isKept =
    evidence !== undefined && evidence.isRemoved !== true && deletionOf(evidence, record) === null;
  if (isKept && recordUrl !== null)
    links.push({ label: "Open its moment in the record", link: `${recordUrl}?at=${evidence.itemId}` });
  if (questionId !== null) {
    const query = new URLSearchParams({ question: questionId });
    links.push({ label: "Practice a question", link: `${siteUrl}/practice?${query}` });
  }
  if (drillId !== null) {
    links.push({ label: "Open a drill", link: `${siteUrl}/practice/drills/${encodeURIComponent(drillId)}` });
  }
  return links;
}
