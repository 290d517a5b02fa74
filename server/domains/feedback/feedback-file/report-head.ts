import type { PdfDocument } from "../../../pdf/pdf-document.ts";
import { printableText } from "../../../pdf/printable-text.ts";
import type { ReportDocument } from "./report-document.ts";
import { colors, type ReportStyles } from "./report-style.ts";

/** Writes whose feedback it is, from whom, when, and the goal. */
export function writeReportHead(pdf: PdfDocument, styles: ReportStyles, report: ReportDocument): void {
  const { business, interviewee, interviewer, when, goal } = report;
  const top = pdf.y;
  pdf.draw((canvas) => {
    canvas.roundedRect(pdf.left, top, 17, 17, 4.5).lineWidth(1.5).strokeColor(colors.green).stroke();
    canvas.circle(pdf.left + 8.5, top + 8.5, 4).fill(colors.spot);
  });
  pdf.write("P", business, styles.brand, { x: pdf.left + 24, width: pdf.width / 2 });
  const end = pdf.y;
  pdf.moveTo(top + 4);
  pdf.write("P", "Interview feedback", styles.small, { align: "right" });
  pdf.moveTo(end + 5);
  pdf.rule(colors.ink);
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
