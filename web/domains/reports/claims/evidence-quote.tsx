import { evidenceLabel, isCodeQuote, removedQuoteText } from "@greenroom/contract/reports/report-labels.ts";
import type { Evidence } from "@greenroom/contract/reports/report-shape.ts";
import clsx from "clsx";
import { Play } from "lucide-react";
import { Link } from "react-router";
import { formatClock } from "../../../format/format-clock.ts";
import type { ReportAnswers } from "./report-answers.ts";

interface EvidenceQuoteProps extends Pick<ReportAnswers, "momentPath"> {
  /** Quotes of one item. */
  quotes: readonly [Evidence, ...Evidence[]];
  /** The record on this page is at this evidence. */
  isOpened: boolean;
  /** Opens the moment on this page; null where the link leads to the record's page. */
  onOpen: ((itemId: string) => void) | null;
}

/** The quotes of one moment of the record with its time, which opens the moment if the record has a page. */
export function EvidenceQuote({ quotes, momentPath, isOpened, onOpen }: EvidenceQuoteProps) {
  const [evidence] = quotes;
  const { atSeconds, itemId, isRemoved = false } = evidence;
  const moment = `${formatClock(Math.max(0, atSeconds))} · ${evidenceLabel(evidence)}`;
  return (
    <li className="grid justify-items-start gap-2">
      {isRemoved && <p className="text-sm text-ink-2">{removedQuoteText}</p>}
      {quotes.map(({ quote }) => quote !== "" && <Quote key={quote} quote={quote} evidence={evidence} />)}
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
            isOpened ? "border-transparent bg-dark text-on-dark" : "border-edge hover:bg-sunk",
          )}
        >
          <Play aria-hidden="true" className={clsx("size-3 fill-current", isOpened && "text-accent")} />
          <span>
            {moment}
            <span className="sr-only">, open this moment in the record</span>
          </span>
        </Link>
      )}
    </li>
  );
}

function Quote({ quote, evidence }: { quote: string; evidence: Evidence }) {
  if (!isCodeQuote(evidence)) {
    return <q className="font-display text-lg leading-snug text-ink-2">{quote}</q>;
  }
  return (
    <code className="max-w-full whitespace-pre-wrap rounded-sm border border-line bg-sunk px-2.5 py-1 font-mono text-sm [overflow-wrap:anywhere]">
      {quote}
    </code>
  );
}

/** The evidence of a claim by item, in its order. Removed quotes stay apart. */
export function quotesByItem(evidence: readonly Evidence[]): [Evidence, ...Evidence[]][] {
  const byItem = new Map<string, [Evidence, ...Evidence[]]>();
  for (const quoted of evidence) {
    const key = evidenceKey(quoted);
    const quotes = byItem.get(key);
    if (quotes === undefined) byItem.set(key, [quoted]);
    else quotes.push(quoted);
  }
  return [...byItem.values()];
}

export function evidenceKey({ itemId, isRemoved = false }: Evidence): string {
  return `${itemId} ${isRemoved}`;
}
