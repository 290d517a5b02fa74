import {
  type AuditLine,
  type AuditRecord,
  auditActionText,
  auditDetailParts,
  type Part,
} from "@greenroom/contract/desk/audit.ts";
import { type WorkKind, workKinds } from "@greenroom/contract/desk/today.ts";
import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { Link } from "react-router";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { paths } from "../../paths.ts";
import { BreakableAddress, PageHeader } from "../../ui/content.tsx";
import { periodFilters } from "../filters/filter-fields.tsx";
import { DeskTime, deskMeta } from "../layout/desk-parts.tsx";
import { DeskList } from "../table/data-table.tsx";
import { workKindTexts } from "../today/work-kinds.ts";

export const meta = () => deskMeta("Audit");

/** The audit log, which can be searched and exported. */
export default function AuditPage() {
  const actions = useQuery(queryOptionsFor("GET /api/operator/audit/actions")).data ?? [];
  const choices = actions
    .map((action) => [action, `${auditActionText(action)} (${action})`] as const)
    .sort(([, one], [, other]) => one.localeCompare(other));
  return (
    <>
      <PageHeader
        title="Audit"
        detail="Everything that people, operators and the system did, newest first, with the names of that time. Nobody can change it."
      />
      <DeskList
        list={"GET /api/operator/audit"}
        caption="Audit log"
        noun="lines"
        filters={[
          { name: "action", label: "Action", all: "Every action", choices: Object.fromEntries(choices) },
          { name: "actor", label: "Done by", hint: "Name, address, “system” or “command line”" },
          { name: "subject", label: "About", hint: "Name, address, or as in booking:0190a5b8-…" },
          ...periodFilters,
        ]}
        toQuery={toQuery}
        empty={{ title: "No matching lines", detail: "Change the filters to see more." }}
        columns={[
          {
            header: "Time",
            cell: ({ at }) => (
              <span className="whitespace-nowrap">
                <DeskTime at={at} />
              </span>
            ),
          },
          { header: "Done by", cell: (line) => <Actor line={line} /> },
          { header: "Action", isHeading: true, cell: ({ action }) => <Action action={action} /> },
          {
            header: "About",
            cell: ({ subject, subjectName }) => <AuditSubject subject={subject} name={subjectName} />,
          },
          { header: "Details", cell: ({ details }) => <AuditDetails details={details} /> },
        ]}
      />
    </>
  );
}

function Action({ action }: { action: string }) {
  return (
    <span className="block">
      <span className="max-sm:font-semibold">{auditActionText(action)}</span>
      <code className="block text-sm text-ink-3">{action}</code>
    </span>
  );
}

function Actor({ line: { actor, actorId } }: { line: AuditLine }) {
  if (actorId === null) return <span className="first-letter:uppercase">{actor}</span>;
  return (
    <Link to={paths.operatorPerson(actorId)} className="link">
      <BreakableAddress>{actor}</BreakableAddress>
    </Link>
  );
}

/**
 * `system` and `command line` are actors, and `booking:<id>` and `everybody` subjects in the log's own format. Any other
 * text is a person's name, address or id.
 */
function toQuery({ actor, subject, ...filter }: Partial<Record<string, string>>) {
  const known = ["command line", "system"].find((name) => name === actor?.toLowerCase());
  const isSubject = subject?.includes(":") === true || subject?.toLowerCase() === "everybody";
  return {
    ...filter,
    ...(known === undefined ? { doneBy: actor } : { actor: known }),
    ...(isSubject ? { subject } : { about: subject }),
  };
}

interface Subject {
  text: string;
  /** Null for a subject without a page. */
  to: string | null;
}

const short = (id: string) => id.slice(-8);

/** The label of a subject of the audit log, and its page. */
const kinds: Record<string, (id: string, name: string | null) => Subject> = {
  user: (id, name) => ({ text: name || `Person ${short(id)}`, to: paths.operatorPerson(id) }),
  booking: (id) => ({ text: `Booking ${short(id)}`, to: paths.operatorBooking(id) }),
  payment: (id) => ({ text: `Payment ${short(id)}`, to: paths.operatorPayment(id) }),
  application: (id) => ({ text: `Application ${short(id)}`, to: paths.operatorApplication(id) }),
  settlement: (id) => ({ text: `Settlement ${short(id)}`, to: paths.operatorSettlement(id) }),
  order: (id) => ({ text: `Order ${short(id)}`, to: paths.operatorMoneyPart("orders") }),
  approval: (id) => ({ text: `Approval ${short(id)}`, to: paths.operatorMoneyPart("approvals") }),
  coupon: (id) => ({ text: `Coupon ${id}`, to: paths.operatorMoneyPart("prices") }),
  price: (id) => ({ text: `Price ${short(id)}`, to: paths.operatorMoneyPart("prices") }),
  plan: (id) => ({ text: `Plan ${id}`, to: paths.operatorMoneyPart("prices") }),
  job: (id) => ({ text: `Job ${short(id)}`, to: paths.operatorHealth }),
  "site-text": (id) => ({ text: `Text “${id}”`, to: paths.operatorSiteTexts }),
  invitation: (id) => ({ text: `Invitation ${short(id)}`, to: null }),
  work: workSubject,
};

/**
 * A work line such as `no-show:<id>`: the page of its subject if there is one, otherwise its line in Today
 * while it waits.
 */
function workSubject(key: string): Subject {
  const kind = workKinds.find((known): known is WorkKind => key.startsWith(`${known}:`));
  if (kind === undefined) return { text: key, to: null };
  const id = key.slice(kind.length + 1);
  const text = workKindTexts[kind].title;
  if (kind === "application") return { text, to: paths.operatorApplication(id) };
  if (["late-feedback", "missing-meeting", "probation-feedback"].includes(kind)) {
    return { text, to: paths.operatorBooking(id) };
  }
  if (kind === "low-rating") return { text, to: paths.operatorPerson(id) };
  return { text, to: `${paths.operator}?${new URLSearchParams({ line: key })}` };
}

/** The subject of an audit line, as a link if it has a page. */
function AuditSubject({ subject, name }: { subject: string; name: string | null }) {
  const at = subject.indexOf(":");
  const describe = at === -1 ? undefined : kinds[subject.slice(0, at)];
  if (describe === undefined) {
    return <span className="break-all">{subject === "everybody" ? "Everybody" : subject}</span>;
  }
  const { text, to } = describe(subject.slice(at + 1), name);
  return (
    <span title={subject}>
      {to === null ? (
        text
      ) : (
        <Link to={to} className="link break-words">
          {text}
        </Link>
      )}
    </span>
  );
}

const pages: Record<AuditRecord["kind"], (id: string) => string> = {
  person: paths.operatorPerson,
  booking: paths.operatorBooking,
  payment: paths.operatorPayment,
  application: paths.operatorApplication,
};

/** The details of an audit line as sentences, with links to the records that have a page. */
function AuditDetails({ details }: { details: Record<string, unknown> }) {
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
