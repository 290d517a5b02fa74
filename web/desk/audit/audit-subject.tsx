import { type WorkKind, workKinds } from "@greenroom/contract/desk/today.ts";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { workKindTexts } from "../today/work-kinds.ts";

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
export function AuditSubject({ subject, name }: { subject: string; name: string | null }) {
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
