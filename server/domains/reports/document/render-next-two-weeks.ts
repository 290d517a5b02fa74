import { firstOpenTask, tasksLine } from "@greenroom/contract/reports/next-tasks.ts";
import { planTitle } from "@greenroom/contract/reports/plan-dates.ts";
import type { PdfDocument } from "../../../pdf/pdf-document.ts";
import { printableText } from "../../../pdf/printable-text.ts";
import { writeTask } from "../../feedback/feedback-file/write-mentor-texts.ts";
import { writeHeading } from "./render-overview.ts";
import type { AiReportDocument } from "./render-report.ts";
import type { ReportStyles } from "./report-styles.ts";

type NextTwoWeeks = Pick<
  AiReportDocument,
  "report" | "mentorFeedback" | "interviewer" | "timeZone" | "doneExercises"
>;

/** The mentor's steps, then the exercises. */
export function writeNextTwoWeeks(
  pdf: PdfDocument,
  styles: ReportStyles,
  { report: { plan, madeAt }, mentorFeedback, interviewer, timeZone, doneExercises }: NextTwoWeeks,
): void {
  const steps = mentorFeedback?.nextSteps ?? [];
  if (steps.length + plan.length === 0) return;
  const first = firstOpenTask({ steps, plan, doneExercises });
  const remark = (id: string, isDone: boolean) => (isDone ? "done" : id === first ? "do this first" : "");
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
  for (const { claimId, title, exercise } of plan) {
    pdf.keepTogether(44);
    writeTask(pdf, styles, title, remark(claimId, doneExercises.includes(claimId)));
    pdf.write("P", exercise, styles.body, { x: pdf.left + 18, width: pdf.width - 18 });
    pdf.skip(6);
  }
}
