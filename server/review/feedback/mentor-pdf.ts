import { mentorQuote } from "@greenroom/contract/review/report-labels.ts";
import {
  isMarkMoment,
  isProgramMoment,
  linesOf,
  type NoteMoment,
  type Rubric,
  readNotes,
} from "@greenroom/contract/review/rubric.ts";
import {
  areasOf,
  notAssessedLabel,
  overallScore,
  ratingLabels,
  scaleText,
} from "@greenroom/contract/review/tracks.ts";
import { openPdfDocument, type PdfDocument, writeLetterhead } from "../../kernel/pdf/pdf-document.ts";
import { printableText, type TextStyle } from "../../kernel/pdf/text-layout.ts";

export interface ReportDocument {
  business: string;
  interviewee: string;
  interviewer: string;
  /** The interview's time in the interviewee's zone, with its name. */
  when: string;
  /** The interviewee's goal in a line or two; empty if there is none. */
  goal: string[];
  /** The URL of the record's page; `?at=12:41` opens a moment. */
  recordUrl: string;
  /** The day until which the record is kept, in the interviewee's zone. */
  recordKeptUntil: string;
  rubric: Rubric;
}

declare module "../../workers/worker-pool.ts" {
  interface Tasks {
    renderReport: typeof renderReport;
  }
}

const documentKind = "Interview feedback";

/** Renders the mentor's PDF from the form: the scores first, then notes with their moments, and the next steps. */
export async function renderReport(report: ReportDocument): Promise<Buffer> {
  const { interviewee, interviewer: author, rubric } = report;
  const { quote: lead, rest } = mentorQuote(printableText(rubric.summary));
  const title = `${documentKind} for ${interviewee}`;
  const pdf = await openPdfDocument({ title, author, footer: title });
  writeDocumentHead(pdf, { ...report, title });
  writeOverall(pdf, { areas: rubric.areas, lead });
  writeScoreChart(pdf, rubric);
  if (rest !== "") {
    writeHeading(pdf, "Summary");
    pdf.write("P", rest, styles.body);
  }
  writeNotes(pdf, report);
  const steps = linesOf(rubric.nextSteps);
  if (steps.length > 0) writeHeading(pdf, "Next steps");
  for (const step of steps) writeTask(pdf, printableText(step));
  const questions = linesOf(rubric.questions);
  if (questions.length > 0) writeHeading(pdf, "Questions asked");
  for (const [index, question] of questions.entries())
    pdf.write("P", `${index + 1}. ${printableText(question)}`, styles.body, { hang: 14 });
  return await pdf.finish();
}

const discRadius = 8.5;

/** Draws every score on a scale from 1 to 5, beside its meaning. */
function writeScoreChart(pdf: PdfDocument, { track, areas }: Pick<Rubric, "track" | "areas">): void {
  const wordsWidth = pdf.width * 0.54;
  const first = pdf.left + pdf.width * 0.63;
  const step = (pdf.left + pdf.width - 22 - first) / (ratingLabels.length - 1);
  const xOf = (score: number) => first + (score - 1) * step;
  const rows = areas.flatMap(({ area, score }) => {
    const known = areasOf(track).find(({ name }) => name === area);
    if (known === undefined) return [];
    const meaning = score === null ? notAssessedLabel : scaleText(known, score);
    return [{ label: known.label, score, meaning }];
  });
  const heightOf = (meaning: string) =>
    pdf.heightOf("X", styles.label, wordsWidth) + pdf.heightOf(meaning, styles.small, wordsWidth) + 9;
  const whole = rows.reduce((sum, { meaning }) => sum + heightOf(meaning), 40);

  pdf.skip(gap);
  pdf.keepTogether(whole);
  const top = pdf.y;
  pdf.write("H2", "Scores at a glance", styles.heading, { width: wordsWidth });
  for (const [index, word] of ratingLabels.entries()) {
    const place = { x: xOf(index + 1) - step / 2, width: step };
    pdf.moveTo(top);
    writeCentered(pdf, String(index + 1), styles.smallBold, place);
    writeCentered(pdf, word, { ...styles.small, size: 7.5 }, place);
  }
  pdf.moveTo(top + 28);
  for (const { label, score, meaning } of rows) writeRow({ label, score, meaning });

  function writeRow({ label, score, meaning }: (typeof rows)[number]): void {
    const y = pdf.y;
    const height = heightOf(meaning);
    const middle = y + height / 2;
    pdf.draw((canvas) => {
      canvas.lineWidth(0.7).strokeColor(colors.line);
      canvas
        .moveTo(pdf.left, y)
        .lineTo(pdf.left + wordsWidth, y)
        .stroke();
      for (let tick = 1; tick <= ratingLabels.length; tick += 1) {
        canvas
          .moveTo(xOf(tick), y)
          .lineTo(xOf(tick), y + height)
          .stroke();
      }
      canvas.moveTo(xOf(1), middle).lineTo(xOf(ratingLabels.length), middle).stroke();
      if (score === null) return;
      canvas.lineWidth(2.2).strokeColor(colors.ink);
      canvas.moveTo(xOf(1), middle).lineTo(xOf(score), middle).stroke();
      canvas.circle(xOf(score), middle, discRadius).fill(colors.green);
    });
    pdf.skip(4);
    pdf.write("H3", label, styles.label, { width: wordsWidth });
    pdf.write("P", meaning, styles.small, { width: wordsWidth });
    if (score !== null) {
      pdf.moveTo(middle - 6.2);
      writeCentered(pdf, String(score), styles.inDisc, { x: xOf(score) - discRadius, width: 2 * discRadius });
    }
    pdf.moveTo(y + height);
  }
}

function writeCentered(
  pdf: PdfDocument,
  text: string,
  style: Parameters<PdfDocument["write"]>[2],
  { x, width }: { x: number; width: number },
): void {
  pdf.write("P", text, style, { x: x + (width - pdf.widthOf(text, style)) / 2, width: width + 10 });
}

const colors = {
  ink: "#12211b",
  muted: "#43544c",
  green: "#0d5c45",
  accent: "#e9b44c",
  line: "#dcd7ca",
  white: "#ffffff",
} as const;

const { ink, muted, green, white } = colors;
const styles = {
  title: { font: "displayBold", size: 25, color: ink },
  heading: { font: "displayBold", size: 14, color: ink },
  label: { font: "bold", size: 10, color: ink, lineGap: 1 },
  small: { font: "regular", size: 8.5, color: muted, lineGap: 1 },
  smallBold: { font: "bold", size: 8.5, color: ink, lineGap: 1 },
  number: { font: "bold", size: 34, color: ink },
  lead: { font: "display", size: 14, color: ink, lineGap: 3 },
  body: { font: "regular", size: 10, color: ink, lineGap: 2 },
  quote: { font: "display", size: 10.5, color: muted, lineGap: 2 },
  /** Code and output, which would be hard to read in a display font. */
  output: { font: "mono", size: 9, color: muted, lineGap: 2 },
  link: { font: "bold", size: 8.5, color: green, lineGap: 1 },
  inDisc: { font: "bold", size: 9, color: white },
} as const satisfies Record<string, TextStyle>;
/** Space before a section, in points. */
const gap = 16;

/** Writes whose document it is, who interviewed, when, and the goal. */
function writeDocumentHead(pdf: PdfDocument, head: ReportDocument & { title: string }): void {
  const { business, title, interviewer, when, goal } = head;
  writeLetterhead(pdf, { business, kind: documentKind });
  pdf.skip(gap - 4);
  pdf.write("H1", title, styles.title);
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

interface Overall {
  areas: readonly { score: number | null }[];
  /** The beginning of the summary; empty if all of it is printed below. */
  lead: string;
}

/**
 * Writes the mean of the scores, beside the beginning of the summary. The words of the scores are for a single score: a
 * mean has none, because rounding it would call 2.4 "Bad".
 */
function writeOverall(pdf: PdfDocument, { areas, lead }: Overall): void {
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
  const scoreEnd = pdf.y - 6;
  pdf.moveTo(numberTop + 26);
  pdf.write("P", "of 5", styles.small, { x: pdf.left + pdf.widthOf(number, styles.number) + 5, width: 40 });
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

/** Writes the notes on each area below its score. The last section with a moment says how long moments open the record. */
function writeNotes(
  pdf: PdfDocument,
  { rubric: { track, areas }, recordUrl, recordKeptUntil }: ReportDocument,
): void {
  let hasMoments = false;
  for (const { area, score, notes } of areas) {
    const parts = readNotes(printableText(notes));
    if (parts.length === 0) continue;
    const label = areasOf(track).find(({ name }) => name === area)?.label ?? area;
    const result = score === null ? notAssessedLabel : `${score} of 5, ${ratingLabels[score - 1]}`;
    writeHeading(pdf, `${label}: ${result}`);
    for (const [at, part] of parts.entries()) {
      if ("moment" in part) {
        hasMoments = true;
        writeMoment(pdf, part.moment, recordUrl);
      } else {
        if (at > 0) pdf.skip(5);
        pdf.write("P", part.text, styles.body);
      }
    }
  }
  if (!hasMoments) return;
  pdf.skip(6);
  const line = `Each underlined time opens the record at that moment, until ${recordKeptUntil}.`;
  pdf.write("P", line, styles.small);
}

function writeHeading(pdf: PdfDocument, heading: string): void {
  pdf.skip(gap);
  pdf.keepTogether(74);
  pdf.write("H2", heading, styles.heading);
  pdf.skip(3);
}

/** Writes a moment, whose time links to the record. */
function writeMoment(pdf: PdfDocument, moment: NoteMoment, recordUrl: string): void {
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
  const link = `${recordUrl}?at=${encodeURIComponent(time)}`;
  pdf.write("Link", label, styles.link, { ...place, link });
  underline(pdf, { x, width: labelWidth });
  const underLabel = pdf.y;
  pdf.moveTo(top);
  if (text !== "") {
    pdf.draw((canvas) => canvas.rect(pdf.left, top + 1, 2, height - 3).fill(colors.accent));
    pdf.write("P", text, style, { x: pdf.left + 10, width: textWidth });
  }
  pdf.moveTo(Math.max(pdf.y, underLabel, top + height) + 3);
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

/** Writes a step with a box to tick. */
function writeTask(pdf: PdfDocument, text: string): void {
  pdf.keepTogether(18);
  const top = pdf.y + 3;
  pdf.draw((canvas) => canvas.roundedRect(pdf.left, top, 8.5, 8.5, 2).lineWidth(0.9).stroke(colors.ink));
  pdf.write("P", text, styles.label, { x: pdf.left + 18, width: pdf.width - 18 });
  pdf.skip(3);
}
