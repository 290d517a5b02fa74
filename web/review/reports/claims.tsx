import {
  claimBadge,
  claimTitles,
  codeLines,
  evidenceLabel,
  inOrderOfTime,
  isCodeQuote,
  removedQuoteText,
} from "@greenroom/contract/review/report-labels.ts";
import type { Dispute } from "@greenroom/contract/review/reports.ts";
import {
  type AiFeedback,
  type Claim,
  claimKinds,
  type Evidence,
} from "@greenroom/contract/schedule/report-shape.ts";
import clsx from "clsx";
import { CircleCheck, Flag } from "lucide-react";
import { useId, useRef, useState } from "react";
import { errorMessage } from "../../api/client.ts";
import { formatClock } from "../../format/times.ts";
import { TextField } from "../../forms/fields.tsx";
import { Form, lateResolver, SubmitButton } from "../../forms/form.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/panels.tsx";
import { StatusMessage, withSign } from "../../ui/status.tsx";
import { deletionText, MomentLink, type ReportAnswers, reportMessages } from "./report-answers.tsx";

interface ClaimGroupsProps {
  /** The level of their headings: 3 below another heading. Claims are one level lower. */
  level?: 2 | 3;
  report: AiFeedback;
  /** Those of the report that are listed. */
  claims: readonly Claim[];
  answers: ReportAnswers;
  disputes: readonly Dispute[];
}

export function ClaimGroups({ claims, ...props }: ClaimGroupsProps) {
  return claimKinds.map((kind) => (
    <ClaimGroup
      key={kind}
      title={claimTitles[kind]}
      claims={claims.filter((claim) => claim.kind === kind)}
      {...props}
    />
  ));
}

function ClaimGroup({
  level = 2,
  title,
  claims,
  report: { areas, source },
  answers,
  disputes,
}: ClaimGroupsProps & { title: string }) {
  const Heading = level === 2 ? "h2" : "h3";
  const id = useId();
  if (claims.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <Heading id={id} className={level === 2 ? "text-xl" : "text-lg"}>
          {title}
        </Heading>
        <p className="text-sm text-ink-2 tabular">
          {claims.length === 1 ? "1 point" : `${claims.length} points`}
        </p>
      </div>
      <Card padded={false} className="overflow-hidden">
        <ul className="divide-y divide-line">
          {claims.map((claim) => (
            <ClaimItem
              key={claim.id}
              level={level === 2 ? 3 : 4}
              claim={claim}
              areaLabel={areas.find(({ name }) => name === claim.area)?.label ?? claim.area}
              answers={answers}
              disputes={disputes.filter(({ claimId }) => claimId === claim.id)}
              badge={claimBadge(source)}
            />
          ))}
        </ul>
      </Card>
    </section>
  );
}

interface ClaimItemProps extends Omit<ClaimSupportProps, "textId"> {
  level: 3 | 4;
}

/** One claim: its text, its evidence, and the disputes of either party. */
export function ClaimItem({ level, claim, answers, ...support }: ClaimItemProps) {
  const Heading = level === 3 ? "h3" : "h4";
  const textId = useId();
  const isOpened = answers.moments?.opened?.claimId === claim.id;
  return (
    <li
      className={clsx(
        "border-l-3 px-5 py-4 sm:px-6",
        isOpened ? "border-l-accent bg-accent-tint" : "border-l-transparent",
      )}
    >
      <Heading id={textId} className="font-text text-base font-semibold leading-snug tracking-normal">
        {claim.text}
      </Heading>
      <ClaimSupport claim={claim} textId={textId} answers={answers} {...support} />
    </li>
  );
}

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
}

function ClaimSupport({ claim, textId, areaLabel, answers, disputes, badge }: ClaimSupportProps) {
  const [isDisputing, setDisputing] = useState(false);
  /** The text that was typed before the form was closed without being sent. */
  const [unsent, setUnsent] = useState<string | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const openerRef = useRef<HTMLButtonElement>(null);
  const { viewer } = answers;
  const rows = evidenceRows(inOrderOfTime(claim.evidence));
  const lastRow = rows.at(-1);
  const momentsOf = ({ moments: of }: EvidenceRow) =>
    of.map((evidence) => (
      <EvidenceMoment key={evidence.itemId} claimId={claim.id} evidence={evidence} answers={answers} />
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
        {lastRow !== undefined && (
          <span className="flex flex-wrap gap-2 max-sm:basis-full">{momentsOf(lastRow)}</span>
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
            ? "Continue your report"
            : own === undefined
              ? "Report a mistake"
              : "Change your report"}
        </Button>
      </div>
      {disputes.map(({ by, line }) => (
        <p key={by} className="mt-2 rounded-sm border border-accent-line bg-accent-tint px-4 py-3 text-sm">
          <b className="font-semibold text-amber">
            {by === viewer ? "You reported a mistake: " : `Your ${by} reported a mistake: `}
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

/** Quotes, and the moments that they came from. */
interface EvidenceRow {
  quotes: Evidence[];
  moments: Evidence[];
}

/** Quotes of one item share its moment, and a moment without words follows the one before it. */
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

interface EvidenceMomentProps {
  claimId: string;
  evidence: Evidence;
  answers: ReportAnswers;
}

/** The time and kind of a moment, which opens it if the record has a page. */
function EvidenceMoment({ claimId, evidence, answers }: EvidenceMomentProps) {
  const { atSeconds, itemId, isRemoved = false } = evidence;
  const { intervieweeName, record, moments } = answers;
  const moment = `${formatClock(Math.max(0, atSeconds))} · ${evidenceLabel(evidence, intervieweeName)}`;
  const deletion = deletionText(answers, evidence);
  if (record === null || deletion !== null || isRemoved) {
    const text = deletion === null ? moment : `${moment} · ${deletion}`;
    return <span className="text-sm text-ink-2 tabular">{text}</span>;
  }
  return (
    <MomentLink bookingId={record.bookingId} moment={{ itemId, claimId }} moments={moments}>
      {moment}
    </MomentLink>
  );
}

interface DisputeFormProps {
  /** The previous dispute, or what was typed before the form was closed; empty without either. */
  line: string;
  /** Keeps what is typed for the next time that the form is opened. */
  onType: (line: string) => void;
  /** Sends the dispute and returns the server's message. */
  onSend: (line: string) => Promise<string>;
  onClose: () => void;
  onDone: (message: string) => void;
}

const disputeResolver = lateResolver(async () => (await import("../resolvers.ts")).disputeResolver);

/** A one-line dispute of a claim. The claim stays, with this line beside it. */
function DisputeForm({ line, onType, onSend, onClose, onDone }: DisputeFormProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the form, wherever the focus is in it
    <div
      onInput={({ target }) => target instanceof HTMLInputElement && onType(target.value)}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onClose();
      }}
    >
      <Form
        label="Report a mistake"
        className="mt-3 rounded-sm bg-sunk p-4"
        defaultValues={{ line }}
        resolver={disputeResolver}
        failureMessage={(error) => errorMessage(error, reportMessages.answer)}
        onSubmit={async (body) => {
          onDone(withSign("✅", await onSend(body.line)));
        }}
      >
        <TextField
          name="line"
          label="What is wrong with this point?"
          hint="One line. You both see it beside this point."
          maxLength={300}
          autoFocus
        />
        <div className="flex flex-wrap gap-2.5">
          <SubmitButton size="sm">Send</SubmitButton>
          <Button variant="ghost" size="sm" onClick={onClose}>
            Close
          </Button>
        </div>
      </Form>
    </div>
  );
}
