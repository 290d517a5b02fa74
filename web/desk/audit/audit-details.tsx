import { type AuditRecord, auditDetailParts, type Part } from "@greenroom/contract/desk/audit-details.ts";
import { Fragment } from "react";
import { Link } from "react-router";
import { paths } from "../../paths.ts";

const pages: Record<AuditRecord["kind"], (id: string) => string> = {
  person: paths.operatorPerson,
  booking: paths.operatorBooking,
  payment: paths.operatorPayment,
  application: paths.operatorApplication,
};

/** The details of an audit line as sentences, with links to the records that have a page. */
export function AuditDetails({ details }: { details: Record<string, unknown> }) {
  const sentences = auditDetailParts(details);
  // A phone leaves out an empty cell with its label.
  if (sentences.length === 0) return null;
  return (
    <span className="block max-w-md break-words text-sm text-ink-2">
      {sentences.map((parts, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sentences of a line never change
        <Fragment key={at}>
          {at > 0 && " "}
          {parts.map((part, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change
            <DetailPart key={place} part={part} isFirst={place === 0} />
          ))}
        </Fragment>
      ))}
    </span>
  );
}

function DetailPart({ part, isFirst }: { part: Part; isFirst: boolean }) {
  if (typeof part === "string") return part;
  const { kind, id } = part;
  return (
    <Link to={pages[kind](id)} className="link">
      {isFirst ? kind.charAt(0).toUpperCase() + kind.slice(1) : kind} {id.slice(-8)}
    </Link>
  );
}
