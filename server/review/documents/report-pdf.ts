import {
  claimTitles,
  codeLines,
  deletionOf,
  evidenceBesideNote,
  evidenceLabel,
  findNotedPoints,
  inOrderOfTime,
  isCodeQuote,
  noEvidenceText,
  notedPointsLine,
  recordDay,
  recordLine,
  removedQuoteText,
  reportHeadline,
  saysMoreThanNote,
  sourceLine,
  withdrawnLine,
} from "@greenroom/contract/review/report-labels.ts";
import type { Dispute } from "@greenroom/contract/review/reports.ts";
import type { RatedArea } from "@greenroom/contract/review/rubric.ts";
import { areaNames } from "@greenroom/contract/review/tracks.ts";
import type { AiFeedback, Claim, Evidence } from "@greenroom/contract/schedule/report-shape.ts";
import type { PdfDocument } from "../../kernel/pdf/pdf-document.ts";
import { printableText } from "../../kernel/pdf/text-layout.ts";
import {
  colors,
  notesSections,
  questionsSection,
  type ReportStyles,
  renderSections,
  type WriteSection,
  writeHeading,
  writeLink,
} from "./pdf-parts.ts";
import { type AiReportDocument, writeFacts, writeNextTwoWeeks, writeScores } from "./report-pdf-parts.ts";

declare module "../../workers/worker-pool.ts" {
  interface Tasks {
    renderAiReport: typeof renderAiReport;
  }
}

/**
 * Renders the report as a tagged PDF in the order of its page: the scores with the mentor's notes, what was measured,
 * each point with its quotes, the questions, and what to do in the next two weeks.
 */
export async function renderAiReport(document: AiReportDocument): Promise<Buffer> {
  const frame = { kind: "Interview report", author: document.business, interviewerTerm: "Interviewer" };
  return await renderSections(document, frame, sectionsOf(document), (pdf, styles) =>
    writeScores(pdf, styles, document),
  );
}

/** The parts after the scores, in order. A point is a part of its own, so that a page can start with it. */
function sectionsOf(document: AiReportDocument): WriteSection[] {
  const { report, recordUrl, record, timeZone, disputes } = document;
  const { claims } = report;
  const recordKeptUntil = recordDay(new Date(record.deletedAt), timeZone);
  const areas = ratedAreas(document);
  const disputesOf = (claim: Claim) => disputes.filter(({ claimId }) => claimId === claim.id);
  // A point about a moment of the notes is below that moment, as on the page.
  const noted = findNotedPoints(
    claims,
    areas.map(({ area, notes }) => ({ area, notes: printableText(notes) })),
  );
  const sections: WriteSection[] = [
    ...notesSections({
      ...{ track: document.track, areas, recordUrl, recordKeptUntil },
      writeBelow: (pdf, styles, { area, place, moment }) => {
        const point = noted.pointOf(area, place);
        if (point === null) return;
        if (saysMoreThanNote(point)) pdf.write("P", point.text, styles.strong);
        writeMoments(pdf, styles, evidenceBesideNote(point, moment), { recordUrl, record });
        writeDisputes(pdf, styles, disputesOf(point));
      },
    }),
    // Above the mentor's scores it would read as if they were measured.
    (pdf, styles) => writeSource(pdf, styles, report),
    (pdf, styles) => writeFacts(pdf, styles, report.measured, document.before),
  ];
  if (report.shown === 0 && withdrawnLine(report) === "") {
    sections.push((pdf, styles) => {
      writeHeading(pdf, styles, "Not enough evidence");
      pdf.write("P", noEvidenceText(report), styles.body);
    });
  }
  for (const kind of ["strength", "improvement", "observation"] as const) {
    const ofKind = noted.listed.filter((claim) => claim.kind === kind);
    for (const [index, claim] of ofKind.entries()) {
      sections.push((pdf, styles) => {
        if (index === 0) writeHeading(pdf, styles, claimTitles[kind], claimStartHeight(pdf, styles, claim));
        else pdf.skip(10);
        writeClaim(pdf, styles, claim, { recordUrl, record });
        writeDisputes(pdf, styles, disputesOf(claim));
      });
    }
  }
  if (claims.length > 0) {
    sections.push((pdf, styles) => {
      pdf.skip(styles.gap);
      const line = `${notedPointsLine(noted)} ${recordLine(record, timeZone)}`.trim();
      pdf.write("P", line, styles.small);
    });
  }
  const questions = document.mentorFeedback?.questions ?? [];
  sections.push(...questionsSection(questions.map(({ title }) => title)));
  sections.push((pdf, styles) => writeNextTwoWeeks(pdf, styles, document));
  sections.push((pdf, styles) => {
    if (!pdf.lacksLetters) return;
    pdf.skip(styles.gap);
    pdf.write("P", missingLettersLine, styles.small);
  });
  return sections;
}

/** The areas that the mentor scored or wrote about. */
function ratedAreas({ report, mentorFeedback }: AiReportDocument): RatedArea[] {
  return areaNames.flatMap((area) => {
    const score = report.measured.mentorScores.find((of) => of.area === area)?.score ?? null;
    const notes = mentorFeedback?.notes.find((of) => of.area === area)?.notes ?? "";
    return score === null && notes === "" ? [] : [{ area, score, notes }];
  });
}

/** Writes the kind of report on a tinted background. */
function writeSource(pdf: PdfDocument, styles: ReportStyles, report: AiFeedback): void {
  const inset = 14;
  const width = pdf.width - 2 * inset;
  const headline = reportHeadline(report);
  const line = `${sourceLine(report)} ${withdrawnLine(report)}`.trim();
  const lineHeight = line === "" ? 0 : pdf.heightOf(line, styles.body, width);
  const height = 2 * inset + pdf.heightOf(headline, styles.headline, width) + lineHeight;
  const isChecked = report.source.kind !== "measured";
  pdf.keepTogether(styles.gap + height);
  pdf.skip(styles.gap);
  pdf.drawBox({
    x: pdf.left,
    y: pdf.y,
    width: pdf.width,
    height,
    color: isChecked ? colors.tint : colors.sunk,
    radius: 8,
  });
  const bottom = pdf.y + height;
  pdf.skip(inset);
  pdf.write("H2", headline, styles.headline, { x: pdf.left + inset, width });
  if (line !== "") pdf.write("P", line, styles.body, { x: pdf.left + inset, width });
  pdf.moveTo(bottom);
}

function writeClaim(
  pdf: PdfDocument,
  styles: ReportStyles,
  claim: Claim,
  source: Pick<AiReportDocument, "recordUrl" | "record">,
): void {
  pdf.keepTogether(claimStartHeight(pdf, styles, claim));
  pdf.write("H3", claim.text, styles.strong);
  writeMoments(pdf, styles, claim.evidence, source);
}

/** The height of the part of a claim that must stay on one page. */
function claimStartHeight(pdf: PdfDocument, styles: ReportStyles, { text, evidence }: Claim): number {
  const [first] = inOrderOfTime(evidence);
  const quoteHeight = first === undefined ? 0 : evidenceHeight(pdf, styles, first);
  return Math.min(pdf.heightOf(text, styles.strong, pdf.width) + quoteHeight, mostKeptTogether);
}

function writeMoments(
  pdf: PdfDocument,
  styles: ReportStyles,
  evidence: readonly Evidence[],
  source: Pick<AiReportDocument, "recordUrl" | "record">,
): void {
  const ordered = inOrderOfTime(evidence);
  for (const [index, moment] of ordered.entries()) {
    // Two quotes of one item have one link, below the second.
    const hasLink = ordered[index + 1]?.itemId !== moment.itemId;
    writeEvidence(pdf, styles, moment, { ...source, hasLink });
  }
}

/** The disputes of either party. The interviewee reads this document. */
function writeDisputes(pdf: PdfDocument, styles: ReportStyles, disputes: readonly Dispute[]): void {
  for (const { by, line } of disputes) {
    pdf.skip(4);
    pdf.write(
      "P",
      `${by === "interviewee" ? "You" : "Your interviewer"} reported a mistake: ${line}`,
      styles.body,
    );
  }
}

const missingLettersLine =
  "Words in square brackets, such as [emoji], stand for letters that this PDF's fonts do not have. The report's page on the site has them.";

/* The place of evidence, in points. */
const evidenceInset = 14;
const evidenceGap = 4;
/** A claim and its first evidence stay on one page, unless they are longer than this. */
const mostKeptTogether = 220;

/** Code and output with their lines, other words in quotation marks. Empty for a moment without words. */
function quoteOf(evidence: Evidence): string {
  const { quote } = evidence;
  if (quote === "") return "";
  return isCodeQuote(evidence) ? codeLines(evidence) : `“${quote}”`;
}

function evidenceHeight(pdf: PdfDocument, styles: ReportStyles, evidence: Evidence): number {
  const { isRemoved } = evidence;
  const width = pdf.width - evidenceInset;
  if (isRemoved) return evidenceGap + pdf.heightOf(`0:00. ${removedQuoteText}`, styles.small, width);
  const quote = quoteOf(evidence);
  const style = isCodeQuote(evidence) ? styles.output : styles.quote;
  const quoteHeight = quote === "" ? 0 : pdf.heightOf(quote, style, width);
  return evidenceGap + quoteHeight + pdf.heightOf("0:00", styles.link, width);
}

/** Writes the quote beside a bar, with the time as a link to its moment. */
function writeEvidence(
  pdf: PdfDocument,
  styles: ReportStyles,
  evidence: Evidence,
  { recordUrl, record, hasLink }: Pick<AiReportDocument, "recordUrl" | "record"> & { hasLink: boolean },
): void {
  const { atSeconds, itemId } = evidence;
  const place = { x: pdf.left + evidenceInset, width: pdf.width - evidenceInset };
  pdf.keepTogether(Math.min(evidenceHeight(pdf, styles, evidence), mostKeptTogether));
  pdf.skip(evidenceGap);
  const top = pdf.y;
  const quote = quoteOf(evidence);
  if (quote !== "") pdf.write("P", quote, isCodeQuote(evidence) ? styles.output : styles.quote, place);
  const moment = `${clock(atSeconds)}, ${evidenceLabel(evidence)}`;
  const deletion = deletionOf(evidence, record);
  // The record has no such moment any more, so nothing can be linked.
  if (evidence.isRemoved) pdf.write("P", `${moment}. ${removedQuoteText}`, styles.small, place);
  else if (hasLink && deletion !== null) pdf.write("P", `${moment}, ${deletion}`, styles.small, place);
  else if (hasLink) writeLink(pdf, styles, moment, { ...place, link: `${recordUrl}?at=${itemId}` });
  // A quote that continues on the next page gets no bar.
  if (pdf.y > top) {
    pdf.drawBox({
      x: pdf.left,
      y: top + 1,
      width: 2.5,
      height: pdf.y - top - 4,
      color: colors.accent,
      radius: 1,
    });
  }
}

function clock(seconds: number): string {
  const sign = seconds < 0 ? "-" : "";
  const whole = Math.abs(seconds);
  return `${sign}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
