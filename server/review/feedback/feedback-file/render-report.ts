import { mentorQuote } from "@greenroom/contract/review/reports/mentor-summary.ts";
import { linesOf } from "@greenroom/contract/review/rubrics/rubric.ts";
import { fillLastPage, type Layout } from "../../../kernel/pdf/fill-last-page.ts";
import { openPdfDocument, type PdfDocument } from "../../../kernel/pdf/pdf-document.ts";
import { printableText } from "../../../kernel/pdf/printable-text.ts";
import type { ReportDocument } from "./report-document.ts";
import { writeReportHead } from "./report-head.ts";
import { reportStyles } from "./report-style.ts";
import { writeScoreChart } from "./score-chart.ts";
import {
  nextStepsSection,
  notesSections,
  questionsSection,
  type WriteSection,
  writeHeading,
  writeOverall,
} from "./write-mentor-texts.ts";

declare module "../../../workers/worker-pool.ts" {
  interface Tasks {
    renderReport: typeof renderReport;
  }
}

/** Renders the mentor's PDF from the form: the scores first, then notes with their moments, and the next steps. */
export async function renderReport(report: ReportDocument): Promise<Buffer> {
  const sections = sectionsOf(report);
  const pdf = await fillLastPage(sections.length, (layout) => writeReport(report, sections, layout));
  return await pdf.finish();
}

async function writeReport(
  report: ReportDocument,
  sections: readonly WriteSection[],
  { density, newPageBefore }: Layout,
): Promise<PdfDocument> {
  const styles = reportStyles(density);
  const { business, interviewee, interviewer, when, goal, rubric } = report;
  const title = `Interview feedback for ${interviewee}`;
  const pdf = await openPdfDocument({ title, author: interviewer, footer: title });
  writeReportHead(pdf, styles, {
    ...{ business, kind: "Interview feedback", title, when, goal },
    from: { term: "From", name: interviewer },
  });
  writeOverall(pdf, styles, { areas: rubric.areas, lead: mentorQuote(printableText(rubric.summary)).quote });
  writeScoreChart(pdf, styles, rubric);
  for (const [index, writeSection] of sections.entries()) {
    if (index === newPageBefore) pdf.keepTogether(Number.POSITIVE_INFINITY);
    writeSection(pdf, styles);
  }
  return pdf;
}

/** The sections after the scores, in order. */
function sectionsOf({ rubric, recordUrl, recordKeptUntil }: ReportDocument): WriteSection[] {
  const { rest } = mentorQuote(printableText(rubric.summary));
  const writeSummary: WriteSection = (pdf, styles) => {
    writeHeading(pdf, styles, "Summary", rest);
    pdf.write("P", rest, styles.body);
  };
  return [
    ...(rest === "" ? [] : [writeSummary]),
    ...notesSections({ ...rubric, recordUrl, recordKeptUntil }),
    ...nextStepsSection(
      "Next steps",
      linesOf(rubric.nextSteps).map((text) => ({ text, isDone: false })),
    ),
    ...questionsSection(linesOf(rubric.questions)),
  ];
}
