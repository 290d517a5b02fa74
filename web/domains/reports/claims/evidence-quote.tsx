import { evidenceLabel, isCodeQuote } from "@greenroom/contract/reports/report-labels.ts";
import type { Evidence } from "@greenroom/contract/reports/report-shape.ts";
import { Play } from "lucide-react";
import { Link } from "react-router";
import { formatClock } from "../../../format/format-clock.ts";
import type { ReportAnswers } from "./report-answers.ts";

interface EvidenceQuoteProps extends Pick<ReportAnswers, "momentPath"> {
  evidence: Evidence;
}

/** A quote from the record with its time, which links to the moment if the record has a page. */
export function EvidenceQuote({ evidence, momentPath }: EvidenceQuoteProps) {
  const { quote, atSeconds, itemId } = evidence;
  const moment = `${formatClock(Math.max(0, atSeconds))} · ${evidenceLabel(evidence)}`;
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
      {momentPath === null ? (
        <span className="text-sm text-ink-2 tabular">{moment}</span>
      ) : (
        <Link
          to={momentPath(itemId)}
          className="inline-flex min-h-9 items-center gap-2 rounded-full border border-edge px-3.5 text-sm font-semibold no-underline tabular hover:bg-sunk"
        >
          <Play aria-hidden="true" className="size-3 fill-current" />
          <span>
            {moment}
            <span className="sr-only">, open this moment in the record</span>
          </span>
        </Link>
      )}
    </li>
  );
}
