import { evidenceLabel, isCodeQuote } from "@greenroom/contract/reports/report-labels.ts";
import type { Evidence } from "@greenroom/contract/reports/report-shape.ts";
import { Play } from "lucide-react";
import { Link } from "react-router";
import { formatClock } from "../../../format/format-clock.ts";
import { paths } from "../../../paths.ts";

/** A quote from the record, with a link to its moment. */
export function EvidenceQuote({ evidence, bookingId }: { evidence: Evidence; bookingId: string }) {
  const { quote, atSeconds, itemId } = evidence;
  return (
    <li className="grid justify-items-start gap-2">
      {quote !== "" &&
        (isCodeQuote(evidence) ? (
          <code className="max-w-full whitespace-pre-wrap rounded-sm border border-line bg-sunk px-2.5 py-1 font-mono text-sm [overflow-wrap:anywhere]">
            {quote}
          </code>
        ) : (
          <q className="font-display text-lg leading-snug text-ink-2">{quote}</q>
        ))}
      <Link
        to={paths.record(bookingId, itemId)}
        className="inline-flex min-h-9 items-center gap-2 rounded-full border border-edge px-3.5 text-sm font-semibold no-underline tabular hover:bg-sunk"
      >
        <Play aria-hidden="true" className="size-3 fill-current" />
        <span>
          {formatClock(atSeconds)} · {evidenceLabel(evidence)}
          <span className="sr-only">, open this moment in the record</span>
        </span>
      </Link>
    </li>
  );
}
