import { firstOpenTask, firstTaskLabel, tasksLine } from "@greenroom/contract/review/reports/next-tasks.ts";
import { planTitle, suggestedDay } from "@greenroom/contract/review/reports/plan-dates.ts";
import { deletionOf } from "@greenroom/contract/review/reports/report-labels.ts";
import type { PlannedExercise } from "@greenroom/contract/schedule/report-shape.ts";
import type { PdfDocument } from "../../../kernel/pdf/pdf-document.ts";
import { printableText } from "../../../kernel/pdf/printable-text.ts";
import { writeLink, writeTask } from "../../feedback/feedback-file/write-mentor-texts.ts";
import type { AiReportDocument } from "./ai-report-document.ts";
import { writeHeading } from "./render-overview.ts";
import type { ReportStyles } from "./report-styles.ts";

type NextTwoWeeks = Pick<
  AiReportDocument,
  | "report"
  | "mentorFeedback"
  | "interviewer"
  | "timeZone"
  | "doneExercises"
  | "siteUrl"
  | "recordUrl"
  | "record"
>;

/** The mentor's steps, then the exercises. */
export function writeNextTwoWeeks(pdf: PdfDocument, styles: ReportStyles, document: NextTwoWeeks): void {
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
  { report, siteUrl, recordUrl, record }: NextTwoWeeks,
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
