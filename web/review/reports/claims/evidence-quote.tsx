import {
  codeLines,
  evidenceLabel,
  isCodeQuote,
  removedQuoteText,
} from "@greenroom/contract/review/reports/report-labels.ts";
import type { Evidence } from "@greenroom/contract/schedule/report-shape.ts";
import { formatClock } from "../../../format/format-time.ts";
import { MomentPill } from "../moments/moment-link.tsx";
import type { ReportAnswers } from "./report-answers.ts";

/** Quotes, and the moments that they came from. */
export interface EvidenceRow {
  quotes: Evidence[];
  moments: Evidence[];
}

/**
 * The evidence of a claim in rows: quotes of one item share its moment, and a moment without words follows the one
 * before it.
 */
export function evidenceRows(evidence: readonly Evidence[]): EvidenceRow[] {
  const rows: EvidenceRow[] = [];
  for (const one of evidence) {
    const last = rows.at(-1);
    const isRemoved = one.isRemoved === true;
    const isSame = last?.moments.some(({ itemId }) => itemId === one.itemId) === true;
    if (last !== undefined && isSame && !isRemoved) last.quotes.push(one);
    else if (last !== undefined && one.quote === "" && !isRemoved) last.moments.push(one);
    else rows.push({ quotes: [one], moments: [one] });
  }
  return rows;
}

/** The words of one row. */
export function EvidenceQuotes({ quotes }: Pick<EvidenceRow, "quotes">) {
  return quotes.map((evidence) =>
    evidence.isRemoved ? (
      <p key={evidence.itemId} className="text-sm text-ink-2">
        {removedQuoteText}
      </p>
    ) : (
      evidence.quote !== "" && <Quote key={evidence.quote} evidence={evidence} />
    ),
  );
}

function Quote({ evidence }: { evidence: Evidence }) {
  if (!isCodeQuote(evidence)) {
    return <q className="font-display text-lg leading-snug text-ink-2">{evidence.quote}</q>;
  }
  return (
    <pre className="max-w-full whitespace-pre-wrap rounded-sm border border-line bg-sunk px-2.5 py-1 font-mono text-sm [overflow-wrap:anywhere]">
      <code>{codeLines(evidence)}</code>
    </pre>
  );
}

interface EvidenceMomentProps extends Pick<ReportAnswers, "intervieweeName" | "momentPath" | "deletedText"> {
  evidence: Evidence;
  /** The record on this page is at this evidence. */
  isOpened: boolean;
  /** Opens the moment on this page; null where the link leads to the record's page. */
  onOpen: ((itemId: string) => void) | null;
}

/** The time and kind of a moment, which opens it if the record has a page. */
export function EvidenceMoment({
  evidence,
  intervieweeName,
  momentPath,
  deletedText,
  isOpened,
  onOpen,
}: EvidenceMomentProps) {
  const { atSeconds, itemId, isRemoved = false } = evidence;
  const moment = `${formatClock(Math.max(0, atSeconds))} · ${evidenceLabel(evidence, intervieweeName)}`;
  const deletion = deletedText(evidence);
  if (momentPath === null || deletion !== null || isRemoved) {
    return (
      <span className="text-sm text-ink-2 tabular">
        {moment}
        {deletion !== null && ` · ${deletion}`}
      </span>
    );
  }
  return (
    <MomentPill
      to={momentPath(itemId)}
      isOpened={isOpened}
      onOpen={onOpen === null ? null : () => onOpen(itemId)}
    >
      {moment}
    </MomentPill>
  );
}
