import {
  reportHeadline,
  sourceLine,
  withdrawnLine,
} from "@greenroom/contract/review/reports/report-labels.ts";
import type { AiFeedback } from "@greenroom/contract/schedule/report-shape.ts";
import clsx from "clsx";
import { Ruler, ShieldCheck } from "lucide-react";

/** The kind of the report, and how far its claims can be trusted. */
export function ReportSourceNote({ report }: { report: AiFeedback }) {
  const isChecked = report.source.kind !== "measured";
  const Icon = isChecked ? ShieldCheck : Ruler;
  return (
    <div
      className={clsx(
        "flex items-start gap-4 rounded-md border p-5",
        isChecked ? "border-green-line bg-green-tint" : "border-line bg-sunk",
      )}
    >
      <Icon
        aria-hidden="true"
        className={clsx("mt-0.5 size-6 shrink-0", isChecked ? "text-green" : "text-ink-2")}
      />
      <div>
        <h2 className="font-text text-lg font-semibold tracking-normal">{reportHeadline(report)}</h2>
        <p className="mt-1 max-w-prose text-ink-2">{sourceLine(report)}</p>
        {withdrawnLine(report) !== "" && (
          <p className="mt-1 max-w-prose text-ink-2">{withdrawnLine(report)}</p>
        )}
        {report.isLate && (
          <p className="mt-1 max-w-prose font-medium text-amber">
            This report is late: we tried to reach the model for half an hour before we made it without.
          </p>
        )}
      </div>
    </div>
  );
}
