import { readMoment } from "@greenroom/contract/rubrics/moments.ts";
import type { Rubric } from "@greenroom/contract/rubrics/rubric.ts";
import { areasOf, overallScore, ratingLabels } from "@greenroom/contract/rubrics/tracks.ts";
import { fillLastPage, type Layout } from "../../../pdf/fill-last-page.ts";
import { openPdfDocument, type PdfDocument } from "../../../pdf/pdf-document.ts";
import { printableText } from "../../../pdf/printable-text.ts";
import type { ReportDocument } from "./report-document.ts";
import { writeReportHead } from "./report-head.ts";
import { colors, type ReportStyles, reportStyles } from "./report-style.ts";
import { writeScoreChart } from "./score-chart.ts";

/** A longer first paragraph is printed below the chart instead of beside the overall score. */
const leadCharacters = 420;

/** Renders the mentor's PDF from the form: the scores first, then notes with their moments, and the next steps. */
export async function renderReport(report: ReportDocument): Promise<Buffer> {
  const pdf = await fillLastPage(sectionsOf(report).length, (layout) => writeReport(report, layout));
  return await pdf.finish();
}

type WriteSection = (pdf: PdfDocument, styles: ReportStyles) => void;

async function writeReport(report: ReportDocument, { density, newPageBefore }: Layout): Promise<PdfDocument> {
  const styles = reportStyles(density);
  const { interviewee, interviewer, rubric } = report;
  const title = `Interview feedback for ${interviewee}`;
  const pdf = await openPdfDocument({ title, author: interviewer, footer: title });
  writeReportHead(pdf, styles, report);
  const summary = splitSummary(rubric.summary);
  writeOverall(pdf, styles, { areas: rubric.areas, lead: summary.lead });
  writeScoreChart(pdf, styles, rubric);
  for (const [index, writeSection] of sectionsOf(report).entries()) {
    if (index === newPageBefore) pdf.keepTogether(Number.POSITIVE_INFINITY);
    writeSection(pdf, styles);
  }
  return pdf;
}

/** The sections after the scores, in order. */
function sectionsOf({ rubric, recordUrl, recordKeptUntil }: ReportDocument): WriteSection[] {
  const { rest } = splitSummary(rubric.summary);
  const areas = rubric.areas.filter(({ notes }) => linesOf(notes).length > 0);
  const hasMoments = areas.some(({ notes }) => linesOf(notes).some((line) => readMoment(line) !== null));
  const steps = linesOf(rubric.nextSteps);
  const questions = linesOf(rubric.questions);
  const writeSummary: WriteSection = (pdf, styles) => {
    writeHeading(pdf, styles, "Summary", rest);
    pdf.write("P", rest, styles.body);
  };
  const writeArea =
    ({ area, score, notes }: Rubric["areas"][number], isLast: boolean): WriteSection =>
    (pdf, styles) => {
      const label = areasOf(rubric.track).find(({ name }) => name === area)?.label ?? area;
      const heading = `${label}: ${score} of 5, ${ratingLabels[score - 1]}`;
      writeHeading(pdf, styles, heading, linesOf(notes)[0] ?? "");
      writeNotes(pdf, styles, notes, recordUrl);
      if (!isLast || !hasMoments) return;
      pdf.skip(6);
      pdf.write(
        "P",
        `Each underlined time opens the record at that moment, until ${recordKeptUntil}.`,
        styles.small,
      );
    };
  const writeQuestions: WriteSection = (pdf, styles) => {
    writeHeading(pdf, styles, "Questions asked", questions[0] ?? "");
    for (const [index, question] of questions.entries()) {
      pdf.write("P", `${index + 1}. ${question}`, styles.body, { hang: 14 });
    }
  };
  return [
    ...(rest === "" ? [] : [writeSummary]),
    ...areas.map((area, index) => writeArea(area, index === areas.length - 1)),
    ...(steps.length === 0
      ? []
      : ([(pdf, styles) => writeNextSteps(pdf, styles, steps)] satisfies WriteSection[])),
    ...(questions.length === 0 ? [] : [writeQuestions]),
  ];
}

/** The lines that are not blank. */
function linesOf(text: string): string[] {
  return printableText(text)
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** Splits off the first paragraph of a summary if it is short enough to stand beside the overall score. */
function splitSummary(text: string): { lead: string; rest: string } {
  const whole = printableText(text).trim();
  const [lead = "", ...rest] = whole.split(/\r?\n/);
  return lead.length <= leadCharacters ? { lead, rest: rest.join("\n").trim() } : { lead: "", rest: whole };
}

interface Overall {
  areas: Rubric["areas"];
  /** Empty if the whole summary is printed below. */
  lead: string;
}

function writeOverall(pdf: PdfDocument, styles: ReportStyles, { areas, lead }: Overall): void {
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
  pdf.write("P", ratingLabels[Math.round(overall) - 1] ?? "", styles.smallBold);
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

/** Keeps a heading on one page with its first line. */
function writeHeading(pdf: PdfDocument, styles: ReportStyles, heading: string, firstLine: string): void {
  pdf.skip(styles.gap);
  pdf.keepTogether(34 + Math.min(pdf.heightOf(firstLine, styles.body, pdf.width), 48));
  pdf.write("H2", heading, styles.heading);
  pdf.skip(3);
}

/**
 * Writes paragraphs as they were typed. A line that begins with a time is a moment, whose time links to the record.
 */
function writeNotes(pdf: PdfDocument, styles: ReportStyles, notes: string, recordUrl: string): void {
  for (const line of printableText(notes)
    .trim()
    .split(/\r\n|\r|\n/)) {
    const moment = readMoment(line);
    if (line.trim() === "") pdf.skip(5);
    else if (moment === null) pdf.write("P", line, styles.body);
    else writeMomentRow(moment);
  }

  function writeMomentRow({ time, source, text }: NonNullable<ReturnType<typeof readMoment>>): void {
    const label = source === "" ? time : `${time}, ${source}`;
    const labelWidth = Math.min(pdf.widthOf(label, styles.link) + 2, pdf.width / 2);
    const textWidth = pdf.width - labelWidth - 24;
    // Code and output would be hard to read in a display font.
    const style = /^(run|code)\b/i.test(source) ? styles.output : styles.quote;
    const height = Math.max(pdf.heightOf(text, style, textWidth), 14);
    pdf.skip(2);
    pdf.keepTogether(height + 2);
    const top = pdf.y;
    const x = pdf.left + pdf.width - labelWidth;
    const link = `${recordUrl}?at=${encodeURIComponent(time)}`;
    pdf.write("Link", label, styles.link, { x, width: labelWidth, align: "right", link });
    const underLabel = pdf.y;
    pdf.draw((canvas) =>
      canvas
        .moveTo(x, underLabel)
        .lineTo(pdf.left + pdf.width, underLabel)
        .lineWidth(0.7)
        .strokeColor(colors.green)
        .stroke(),
    );
    pdf.moveTo(top);
    if (text !== "") {
      pdf.draw((canvas) => canvas.rect(pdf.left, top + 1, 2, height - 3).fill(colors.accent));
      pdf.write("P", text, style, { x: pdf.left + 10, width: textWidth });
    }
    pdf.moveTo(Math.max(pdf.y, underLabel, top + height) + 3);
  }
}

function writeNextSteps(pdf: PdfDocument, styles: ReportStyles, steps: readonly string[]): void {
  if (steps.length === 0) return;
  writeHeading(pdf, styles, "Next steps", steps[0] ?? "");
  for (const step of steps) {
    pdf.keepTogether(18);
    const top = pdf.y;
    pdf.draw((canvas) =>
      canvas
        .roundedRect(pdf.left, top + 3, 8.5, 8.5, 2)
        .lineWidth(0.9)
        .strokeColor(colors.ink)
        .stroke(),
    );
    pdf.write("P", step, styles.label, { x: pdf.left + 18, width: pdf.width - 18 });
    pdf.skip(3);
  }
}
