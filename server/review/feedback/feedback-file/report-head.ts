import { writeLetterhead } from "../../../kernel/pdf/letterhead.ts";
import type { PdfDocument } from "../../../kernel/pdf/pdf-document.ts";
import { printableText } from "../../../kernel/pdf/printable-text.ts";
import { colors, type ReportStyles } from "./report-style.ts";

interface ReportHead {
  business: string;
  /** What document it is: "Interview report". */
  kind: string;
  title: string;
  /** The interviewer, and what they are called here. */
  from: { term: string; name: string };
  when: string;
  /** The interviewee's goal in a line or two; empty if there is none. */
  goal: readonly string[];
}

/** Writes whose document it is, who interviewed, when, and the goal. */
export function writeReportHead(pdf: PdfDocument, styles: ReportStyles, head: ReportHead): void {
  const { business, kind, title, from, when, goal } = head;
  writeLetterhead(pdf, { business, kind });
  pdf.skip(styles.gap - 4);
  pdf.write("H1", title, styles.title);
  pdf.skip(8);
  const [day = "", ...time] = when.split(", ");
  const [target = "", ...more] = goal.map(printableText);
  const columns: [string, string, string][] = [
    [from.term, from.name, ""],
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
