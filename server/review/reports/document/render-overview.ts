import { type InterviewBefore, overallBefore } from "@greenroom/contract/review/reports/interview-before.ts";
import { mentorQuote } from "@greenroom/contract/review/reports/mentor-summary.ts";
import { measuredFacts, transcriptLine } from "@greenroom/contract/review/reports/report-labels.ts";
import { areasOf, overallScore, scaleText } from "@greenroom/contract/review/rubrics/tracks.ts";
import type { Track } from "@greenroom/contract/schedule/goals/tracks.ts";
import type { AiFeedback, Measured } from "@greenroom/contract/schedule/report-shape.ts";
import type { PdfDocument } from "../../../kernel/pdf/pdf-document.ts";
import { printableText } from "../../../kernel/pdf/printable-text.ts";
import { writeOverall } from "../../feedback/feedback-file/write-mentor-texts.ts";
import { colors, type ReportStyles } from "./report-styles.ts";

/** The line above a heading, the heading, and the spaces around them. */
const headingHeight = 60;

/** Starts a section with a line and its heading, on a page with room for `firstHeight` points after it. */
export function writeHeading(
  pdf: PdfDocument,
  styles: ReportStyles,
  heading: string,
  firstHeight = 40,
): void {
  pdf.keepTogether(headingHeight + firstHeight);
  pdf.skip(styles.gap);
  pdf.rule(colors.line);
  pdf.skip(styles.gap - 4);
  pdf.write("H2", heading, styles.heading);
  pdf.skip(5);
}

/* A score's five steps, in points. */
const stepWidth = 26;
const stepGap = 4;
/** Room for `5 of 5`, with a gap. */
const scoreWidth = 52;

interface ScoresToWrite {
  report: AiFeedback;
  track: Track;
  mentorSummary: string | null;
  before: InterviewBefore | null;
}

/**
 * Writes the mentor's score of each area as filled steps with its meaning, below the overall score and the mentor's
 * summary.
 */
export function writeScores(
  pdf: PdfDocument,
  styles: ReportStyles,
  { report: { measured, areas }, track, mentorSummary, before }: ScoresToWrite,
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

/**
 * Writes the measured facts in rows, with those of the interview before, after a bar with both parties' shares of the
 * words.
 */
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
