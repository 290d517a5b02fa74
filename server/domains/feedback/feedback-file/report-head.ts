import { writeLetterhead } from "../../../pdf/letterhead.ts";
import type { PdfDocument } from "../../../pdf/pdf-document.ts";
import { printableText } from "../../../pdf/printable-text.ts";
import type { ReportDocument } from "./report-document.ts";
import { colors, type ReportStyles } from "./report-style.ts";

/** Writes whose feedback it is, from whom, when, and the goal. */
export function writeReportHead(pdf: PdfDocument, styles: ReportStyles, report: ReportDocument): void {
  const { business, interviewee, interviewer, when, goal } = report;
  writeLetterhead(pdf, { business, kind: "Interview feedback" });
  pdf.skip(styles.gap - 4);
  pdf.write("H1", `Interview feedback for ${interviewee}`, styles.title);
  pdf.skip(8);
  const [day = "", ...time] = when.split(", ");
  const [target = "", ...more] = goal.map(printableText);
  const columns: [string, string, string][] = [
    ["From", interviewer, ""],
    ["When", day, time.join(", ")],
    ...(target === "" ? [] : ([["Your goal", target, more.join(", ")]] as [string, string, string][])),
  ];
  const space = 18;
  const width = (pdf.width - space * 2) / 3;
  const row = pdf.y;
  let lowest = row;
  for (const [index, [name, value, detail]] of columns.entries()) {
    const place = { x: pdf.left + index * (width + space), width };
    pdf.moveTo(row);
    pdf.write("P", name, styles.small, place);
    pdf.write("P", value, styles.label, place);
    if (detail !== "") pdf.write("P", detail, styles.small, place);
    lowest = Math.max(lowest, pdf.y);
  }
  pdf.moveTo(lowest + 10);
  pdf.rule(colors.line);
  pdf.skip(12);
}
