import { mentorQuote } from "@greenroom/contract/review/report-labels.ts";
import { linesOf, type RatedArea, type Rubric } from "@greenroom/contract/review/rubric.ts";
import { areasOf, notAssessedLabel, ratingLabels, scaleText } from "@greenroom/contract/review/tracks.ts";
import type { Track } from "@greenroom/contract/schedule/goals.ts";
import type { PdfDocument } from "../../kernel/pdf/pdf-document.ts";
import { printableText } from "../../kernel/pdf/text-layout.ts";
import {
  colors,
  type DocumentHeading,
  notesSections,
  questionsSection,
  type ReportStyles,
  renderSections,
  type WriteSection,
  writeHeading,
  writeOverall,
  writeTask,
} from "./pdf-parts.ts";

export interface ReportDocument extends DocumentHeading {
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

/** Renders the mentor's PDF from the form: the scores first, then notes with their moments, and the next steps. */
export async function renderReport(report: ReportDocument): Promise<Buffer> {
  const { interviewer, rubric } = report;
  const lead = mentorQuote(printableText(rubric.summary)).quote;
  const frame = { kind: "Interview feedback", author: interviewer, interviewerTerm: "From" };
  return await renderSections(report, frame, sectionsOf(report), (pdf, styles) => {
    writeOverall(pdf, styles, { areas: rubric.areas, lead });
    writeScoreChart(pdf, styles, rubric);
  });
}

/** The sections after the scores, in order. */
function sectionsOf({ rubric, recordUrl, recordKeptUntil }: ReportDocument): WriteSection[] {
  const { rest } = mentorQuote(printableText(rubric.summary));
  const writeSummary: WriteSection = (pdf, styles) => {
    writeHeading(pdf, styles, "Summary");
    pdf.write("P", rest, styles.body);
  };
  const steps = linesOf(rubric.nextSteps);
  const writeSteps: WriteSection = (pdf, styles) => {
    writeHeading(pdf, styles, "Next steps");
    for (const step of steps) writeTask(pdf, styles, printableText(step));
  };
  return [
    ...(rest === "" ? [] : [writeSummary]),
    ...notesSections({ ...rubric, recordUrl, recordKeptUntil }),
    ...(steps.length === 0 ? [] : [writeSteps]),
    ...questionsSection(linesOf(rubric.questions)),
  ];
}

const discRadius = 8.5;

interface Scores {
  track: Track;
  areas: readonly RatedArea[];
}

/** Draws every score on a scale from 1 to 5, beside its meaning. */
export function writeScoreChart(pdf: PdfDocument, styles: ReportStyles, { track, areas }: Scores): void {
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

  pdf.skip(styles.gap);
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
