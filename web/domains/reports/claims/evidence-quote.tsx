import { evidenceLabel, isCodeQuote, removedQuoteText } from "@greenroom/contract/reports/report-labels.ts";
import type { Evidence } from "@greenroom/contract/reports/report-shape.ts";
import clsx from "clsx";
import { Play } from "lucide-react";
import { Link } from "react-router";
import { formatClock } from "../../../format/format-clock.ts";
import type { ReportAnswers } from "./report-answers.ts";

interface EvidenceQuoteProps extends Pick<ReportAnswers, "momentPath"> {
  evidence: Evidence;
  /** The record on this page is at this evidence. */
  isOpened: boolean;
  /** Opens the moment on this page; null where the link leads to the record's page. */
  onOpen: ((itemId: string) => void) | null;
}

/** A quote from the record with its time, which opens the moment if the record has a page. */
export function EvidenceQuote({ evidence, momentPath, isOpened, onOpen }: EvidenceQuoteProps) {
  const { quote, atSeconds, itemId, isRemoved = false } = evidence;
  const moment = `${formatClock(Math.max(0, atSeconds))} · ${evidenceLabel(evidence)}`;
  return (
    <li className="grid justify-items-start gap-2">
      {isRemoved && <p className="text-sm text-ink-2">{removedQuoteText}</p>}
      {quote !== "" &&
        (isCodeQuote(evidence) ? (
          <code className="max-w-full whitespace-pre-wrap rounded-sm border border-line bg-sunk px-2.5 py-1 font-mono text-sm [overflow-wrap:anywhere]">
            {quote}
          </code>
        ) : (
          <q className="font-display text-lg leading-snug text-ink-2">{quote}</q>
        ))}
      {momentPath === null || isRemoved ? (
        <span className="text-sm text-ink-2 tabular">{moment}</span>
      ) : (
        <Link
          to={momentPath(itemId)}
          aria-current={isOpened ? "true" : undefined}
          onClick={(event) => {
            // A click with a key opens the record's page in another tab, as any link does.
            if (onOpen === null || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            onOpen(itemId);
          }}
          className={clsx(
            "inline-flex min-h-9 items-center gap-2 rounded-full border px-3.5 text-sm font-semibold no-underline tabular",
            isOpened ? "border-transparent bg-stage text-on-stage" : "border-edge hover:bg-sunk",
          )}
        >
          <Play aria-hidden="true" className={clsx("size-3 fill-current", isOpened && "text-spot")} />
          <span>
            {moment}
            <span className="sr-only">, open this moment in the record</span>
          </span>
        </Link>
      )}
    </li>
  );
}
