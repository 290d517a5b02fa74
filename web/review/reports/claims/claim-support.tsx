import { inOrderOfTime } from "@greenroom/contract/review/reports/report-labels.ts";
import type { Dispute } from "@greenroom/contract/review/reports/reports.ts";
import type { Claim } from "@greenroom/contract/schedule/report-shape.ts";
import { CircleCheck, Flag } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "../../../ui/actions/button.tsx";
import { StatusMessage } from "../../../ui/status/status-message.tsx";
import { DisputeForm } from "./dispute-form.tsx";
import { EvidenceMoment, EvidenceQuotes, type EvidenceRow, evidenceRows } from "./evidence-quote.tsx";
import type { ReportAnswers } from "./report-answers.ts";

interface ClaimSupportProps {
  claim: Claim;
  /** The id of the element with the claim's words, which the button to dispute it needs. */
  textId: string;
  /** Empty where the page says it already. */
  areaLabel: string;
  answers: ReportAnswers;
  disputes: readonly Dispute[];
  /** How the claim was checked; empty if no check was needed. */
  badge: string;
  /** A moment that is shown instead of the evidence which is left out of `claim`. */
  lastMoment?: ReactNode;
}

/** The evidence of a claim, and the disputes of either party. */
export function ClaimSupport({
  claim,
  textId,
  areaLabel,
  answers,
  disputes,
  badge,
  lastMoment = null,
}: ClaimSupportProps) {
  const [isDisputing, setDisputing] = useState(false);
  /** The text that was typed before the form was closed without being sent. */
  const [unsent, setUnsent] = useState<string | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const openerRef = useRef<HTMLButtonElement>(null);
  const { viewer, intervieweeName, momentPath, deletedText, moments } = answers;
  const openedId = moments?.opened?.claimId === claim.id ? moments.opened.itemId : null;
  const open = moments === null ? null : (itemId: string) => moments.open({ itemId, claimId: claim.id });
  const rows = evidenceRows(inOrderOfTime(claim.evidence));
  const lastRow = rows.at(-1);
  const momentsOf = ({ moments: of }: EvidenceRow) =>
    of.map((evidence) => (
      <EvidenceMoment
        key={evidence.itemId}
        evidence={evidence}
        intervieweeName={intervieweeName}
        momentPath={momentPath}
        deletedText={deletedText}
        isOpened={evidence.itemId === openedId}
        onOpen={open}
      />
    ));
  const own = disputes.find(({ by }) => by === viewer);
  const typed = unsent ?? own?.line ?? "";
  const close = () => {
    setDisputing(false);
    openerRef.current?.focus();
  };
  return (
    <>
      {rows.length > 0 && (
        <ul className="mt-2 grid gap-2.5">
          {rows.map((row, index) => (
            <li key={row.moments[0]?.itemId} className="grid justify-items-start gap-2">
              <EvidenceQuotes quotes={row.quotes} />
              {index < rows.length - 1 && <p className="flex flex-wrap gap-2">{momentsOf(row)}</p>}
            </li>
          ))}
        </ul>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        {/* The moments of the last quotes are beside what else is known of the claim. */}
        {(lastRow !== undefined || lastMoment !== null) && (
          <span className="flex flex-wrap gap-2 max-sm:basis-full">
            {lastRow !== undefined && momentsOf(lastRow)}
            {lastMoment}
          </span>
        )}
        {badge !== "" && (
          <span className="inline-flex items-center gap-1.5 font-semibold text-green">
            <CircleCheck aria-hidden="true" className="size-4" />
            {badge}
          </span>
        )}
        {areaLabel !== "" && <span className="text-ink-2">{areaLabel}</span>}
        <Button
          ref={openerRef}
          variant="ghost"
          size="sm"
          className="ml-auto -mr-3.5 print:hidden"
          aria-expanded={isDisputing}
          aria-describedby={textId}
          onClick={() => setDisputing(!isDisputing)}
        >
          <Flag aria-hidden="true" className="size-4" />
          {unsent !== null && !isDisputing
            ? "Continue your dispute"
            : own === undefined
              ? "Dispute"
              : "Change your dispute"}
        </Button>
      </div>
      {disputes.map(({ by, line }) => (
        <p key={by} className="mt-2 rounded-sm border border-accent-line bg-accent-tint px-4 py-3 text-sm">
          <b className="font-semibold text-amber">
            {by === viewer ? "You disputed this: " : `Your ${by} disputed this: `}
          </b>
          {line}
        </p>
      ))}
      {isDisputing && (
        <DisputeForm
          line={typed}
          onType={(line) => setUnsent(line === (own?.line ?? "") ? null : line)}
          onSend={(line) => answers.dispute(claim.id, line)}
          onClose={close}
          onDone={(said) => {
            setMessage(said);
            setUnsent(null);
            close();
          }}
        />
      )}
      <StatusMessage message={message} tone="good" className="mt-2" />
    </>
  );
}
