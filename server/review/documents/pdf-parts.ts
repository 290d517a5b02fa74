import {
  isMarkMoment,
  isProgramMoment,
  type NoteMoment,
  type RatedArea,
  readNotes,
} from "@greenroom/contract/review/rubric.ts";
import {
  type AreaName,
  areasOf,
  notAssessedLabel,
  overallScore,
  ratingLabels,
} from "@greenroom/contract/review/tracks.ts";
import type { Track } from "@greenroom/contract/schedule/goals.ts";
import {
  type Density,
  fillLastPage,
  openPdfDocument,
  type PdfDocument,
  writeLetterhead,
} from "../../kernel/pdf/pdf-document.ts";
import { printableText, type TextStyle } from "../../kernel/pdf/text-layout.ts";

export const colors = {
  ink: "#12211b",
  muted: "#43544c",
  green: "#0d5c45",
  accent: "#e9b44c",
  line: "#dcd7ca",
  white: "#ffffff",
  sunk: "#f2eee5",
  tint: "#e3f0e9",
  amber: "#8a5c00",
} as const;

export function reportStyles(density: Density) {
  const body = density === "normal" ? 10 : 9;
  const { ink, muted, green, white } = colors;
  return {
    title: { font: "displayBold", size: density === "normal" ? 25 : 22, color: ink },
    heading: { font: "displayBold", size: 14, color: ink },
    headline: { font: "displayBold", size: 13, color: ink, lineGap: 3 },
    strong: { font: "bold", size: body + 0.5, color: ink, lineGap: 2 },
    figure: { font: "bold", size: 15, color: ink, lineGap: 1 },
    label: { font: "bold", size: body, color: ink, lineGap: 1 },
    small: { font: "regular", size: 8.5, color: muted, lineGap: 1 },
    smallBold: { font: "bold", size: 8.5, color: ink, lineGap: 1 },
    number: { font: "bold", size: 34, color: ink },
    lead: { font: "display", size: density === "normal" ? 14 : 12.5, color: ink, lineGap: 3 },
    body: { font: "regular", size: body, color: ink, lineGap: 2 },
    quote: { font: "display", size: body + 0.5, color: muted, lineGap: 2 },
    /** Code and output, which would be hard to read in a display font. */
    output: { font: "mono", size: body - 1, color: muted, lineGap: 2, keepsIndent: true },
    link: { font: "bold", size: 8.5, color: green, lineGap: 1 },
    inDisc: { font: "bold", size: 9, color: white },
    /** Space before a section, in points. */
    gap: density === "normal" ? 16 : 10,
  } as const satisfies Record<string, TextStyle | number>;
}
export type ReportStyles = ReturnType<typeof reportStyles>;

export type WriteSection = (pdf: PdfDocument, styles: ReportStyles) => void;

export interface DocumentHeading {
  business: string;
  interviewee: string;
  interviewer: string;
  /** The interview's time in the interviewee's zone, with its name. */
  when: string;
  /** The interviewee's goal in a line or two; empty if there is none. */
  goal: string[];
}

interface Frame {
  /** What document it is: "Interview report". */
  kind: string;
  author: string;
  /** What the interviewer is called in its heading. */
  interviewerTerm: string;
}

/** Renders a heading, an opening and sections, with as little white on the last page as possible. */
export async function renderSections(
  heading: DocumentHeading,
  { author, ...frame }: Frame,
  sections: readonly WriteSection[],
  writeOpening: WriteSection,
): Promise<Buffer> {
  const title = `${frame.kind} for ${heading.interviewee}`;
  const pdf = await fillLastPage(sections.length, async ({ density, newPageBefore }) => {
    const styles = reportStyles(density);
    const document = await openPdfDocument({ title, author, footer: title });
    writeDocumentHead(document, styles, { ...heading, ...frame, title });
    writeOpening(document, styles);
    for (const [index, writeSection] of sections.entries()) {
      if (index === newPageBefore) document.keepTogether(Number.POSITIVE_INFINITY);
      writeSection(document, styles);
    }
    return document;
  });
  return await pdf.finish();
}

/** Writes whose document it is, who interviewed, when, and the goal. */
function writeDocumentHead(
  pdf: PdfDocument,
  styles: ReportStyles,
  head: DocumentHeading & Omit<Frame, "author"> & { title: string },
): void {
  const { business, kind, title, interviewerTerm, interviewer, when, goal } = head;
  writeLetterhead(pdf, { business, kind });
  pdf.skip(styles.gap - 4);
  pdf.write("H1", title, styles.title);
  pdf.skip(8);
  const [day = "", ...time] = when.split(", ");
  const [target = "", ...more] = goal.map(printableText);
  const columns: [string, string, string][] = [
    [interviewerTerm, interviewer, ""],
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

/* What a mentor wrote, as their own PDF and the report's show it. */

interface Overall {
  areas: readonly { score: number | null }[];
  /** The beginning of the summary; empty if all of it is printed below. */
  lead: string;
  /** How the mean compares with the interview before; empty or omitted if that is unknown. */
  change?: string;
}

/**
 * Writes the mean of the scores, beside the beginning of the summary. The words of the scores are for a single score: a
 * mean has none, because rounding it would call 2.4 "Bad".
 */
export function writeOverall(
  pdf: PdfDocument,
  styles: ReportStyles,
  { areas, lead, change = "" }: Overall,
): void {
  const overall = overallScore(areas) ?? 0;
  const x = pdf.left + 112;
  const width = pdf.width - 112;
  pdf.keepTogether(90);
  const top = pdf.y;
  pdf.write("P", "Overall", styles.small);
  const number = overall.toFixed(1);
  const numberTop = pdf.y - 7;
  pdf.moveTo(numberTop);
  pdf.write("P", number, styles.number);
  const below = pdf.y - 6;
  pdf.moveTo(numberTop + 26);
  pdf.write("P", "of 5", styles.small, { x: pdf.left + pdf.widthOf(number, styles.number) + 5, width: 40 });
  pdf.moveTo(below);
  if (change !== "") pdf.write("P", change, styles.small);
  const scoreEnd = pdf.y;
  pdf.moveTo(top + 3);
  if (lead !== "") {
    pdf.write("P", lead, lead.length <= 200 ? styles.lead : styles.body, { x, width });
    const end = Math.max(scoreEnd, pdf.y);
    pdf.draw((canvas) =>
      canvas
        .moveTo(x - 18, top)
        .lineTo(x - 18, end)
        .lineWidth(2.4)
        .strokeColor(colors.accent)
        .stroke(),
    );
  }
  pdf.moveTo(Math.max(scoreEnd, pdf.y) + 12);
  pdf.rule(colors.line);
}

interface AreaNotes {
  track: Track;
  /** Areas without notes get no section. */
  areas: readonly RatedArea[];
  /** The URL of the record's page; null once the record is deleted. */
  recordUrl: string | null;
  recordKeptUntil: string;
  /** Writes below a moment, by its place in `readNotes`, what else the document says about it. */
  writeBelow?: (
    pdf: PdfDocument,
    styles: ReportStyles,
    of: { area: AreaName; place: number; moment: NoteMoment },
  ) => void;
}

/** The notes on each area below its score. The last section with a moment says how long moments open the record. */
export function notesSections({
  track,
  areas,
  recordUrl,
  recordKeptUntil,
  writeBelow,
}: AreaNotes): WriteSection[] {
  const noted = areas.map((area) => ({ ...area, parts: readNotes(printableText(area.notes)) }));
  const written = noted.filter(({ parts }) => parts.length > 0);
  const hasMoments = written.some(({ parts }) => parts.some((part) => "moment" in part));
  return written.map(({ area, score, parts }, index) => (pdf, styles) => {
    const label = areasOf(track).find(({ name }) => name === area)?.label ?? area;
    const result = score === null ? notAssessedLabel : `${score} of 5, ${ratingLabels[score - 1]}`;
    writeHeading(pdf, styles, `${label}: ${result}`);
    for (const [at, part] of parts.entries()) {
      if ("moment" in part) {
        writeMoment(pdf, styles, part.moment, recordUrl);
        writeBelow?.(pdf, styles, { area, place: at, moment: part.moment });
      } else {
        if (at > 0) pdf.skip(5);
        pdf.write("P", part.text, styles.body);
      }
    }
    if (index < written.length - 1 || !hasMoments || recordUrl === null) return;
    pdf.skip(6);
    const line = `Each underlined time opens the record at that moment, until ${recordKeptUntil}.`;
    pdf.write("P", line, styles.small);
  });
}

/** Starts a section with its heading, on a page with room for `firstHeight` points after it. */
export function writeHeading(
  pdf: PdfDocument,
  styles: ReportStyles,
  heading: string,
  firstHeight = 40,
): void {
  pdf.skip(styles.gap);
  pdf.keepTogether(34 + firstHeight);
  pdf.write("H2", heading, styles.heading);
  pdf.skip(3);
}

/** Writes a moment, whose time links to the record. */
function writeMoment(
  pdf: PdfDocument,
  styles: ReportStyles,
  moment: NoteMoment,
  recordUrl: string | null,
): void {
  const { time, source, text } = moment;
  const label = source === "" ? time : `${time}, ${source}`;
  const labelWidth = Math.min(pdf.widthOf(label, styles.link) + 2, pdf.width / 2);
  const textWidth = pdf.width - labelWidth - 24;
  const quote = isProgramMoment(moment) ? styles.output : styles.quote;
  // The mentor's own words must not look like a quote.
  const style = isMarkMoment(moment) ? styles.label : quote;
  const height = Math.max(pdf.heightOf(text, style, textWidth), 14);
  pdf.skip(2);
  pdf.keepTogether(height + 2);
  const top = pdf.y;
  const x = pdf.left + pdf.width - labelWidth;
  const place = { x, width: labelWidth, align: "right" } as const;
  if (recordUrl === null) pdf.write("P", label, styles.small, place);
  else {
    const link = `${recordUrl}?at=${encodeURIComponent(time)}`;
    pdf.write("Link", label, styles.link, { ...place, link });
    underline(pdf, { x, width: labelWidth });
  }
  const underLabel = pdf.y;
  pdf.moveTo(top);
  if (text !== "") {
    pdf.draw((canvas) => canvas.rect(pdf.left, top + 1, 2, height - 3).fill(colors.accent));
    pdf.write("P", text, style, { x: pdf.left + 10, width: textWidth });
  }
  pdf.moveTo(Math.max(pdf.y, underLabel, top + height) + 3);
}

/** Writes a link of one line at the left of a place, underlined. */
export function writeLink(
  pdf: PdfDocument,
  styles: ReportStyles,
  label: string,
  { x, width, link }: { x: number; width: number; link: string },
): void {
  pdf.write("Link", label, styles.link, { x, width, link });
  underline(pdf, { x, width: Math.min(pdf.widthOf(label, styles.link), width) });
}

/** A line below what was written last. */
function underline(pdf: PdfDocument, { x, width }: { x: number; width: number }): void {
  const { y } = pdf;
  pdf.draw((canvas) =>
    canvas
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.7)
      .strokeColor(colors.green)
      .stroke(),
  );
}

/** Writes a step with a box to tick. The remark follows in brackets: `done` tells the same as the box's color. */
export function writeTask(pdf: PdfDocument, styles: ReportStyles, text: string, remark = ""): void {
  pdf.keepTogether(18);
  const box = { x: pdf.left, y: pdf.y + 3, width: 8.5, height: 8.5, radius: 2 };
  const isDone = remark === "done";
  pdf.drawBox(isDone ? { ...box, color: colors.green } : { ...box, color: colors.ink, isOutline: true });
  const line = remark === "" ? text : `${text} (${remark})`;
  pdf.write("P", line, styles.label, { x: pdf.left + 18, width: pdf.width - 18 });
  pdf.skip(3);
}

/** What the mentor asked; no section without a question. */
export function questionsSection(questions: readonly string[]): WriteSection[] {
  if (questions.length === 0) return [];
  const writeQuestions: WriteSection = (pdf, styles) => {
    writeHeading(pdf, styles, "Questions asked");
    for (const [index, question] of questions.entries()) {
      pdf.write("P", `${index + 1}. ${printableText(question)}`, styles.body, { hang: 14 });
    }
  };
  return [writeQuestions];
}
