import { reportSummary } from "@greenroom/contract/review/report-labels.ts";
import type { AiFeedback } from "@greenroom/contract/schedule/report-shape.ts";
import { FileCheck2 } from "lucide-react";
import { Link } from "react-router";
import { paths } from "../../paths.ts";

interface ReportLinkProps {
  report: AiFeedback;
  bookingId: string;
  withName: string;
}

/** A link from a list of interviews to the report of one, with a summary of what it holds. */
export function ReportLink({ report, bookingId, withName }: ReportLinkProps) {
  return (
    <p className="flex items-start gap-3 rounded-sm border border-green-line bg-green-tint px-4 py-2.5">
      <FileCheck2 aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-green" />
      <span>
        <Link to={paths.report(bookingId)} className="link font-semibold">
          {report.measured.mentorScores.length > 0 ? "Feedback and report" : "Report"}
          <span className="sr-only"> on the interview with {withName}</span>
        </Link>
        <span className="block text-sm text-ink-2">{reportSummary(report, withName)}</span>
      </span>
    </p>
  );
}
