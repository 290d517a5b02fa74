import { formatRupees, rupeesFromPaise } from "../kernel/money.ts";
import { asSentence } from "../kernel/plain-text.ts";

/* The details of an audit line in words. An id is shown only as a link to the page of its record. */

/** A record that has a page at the desk. */
export interface AuditRecord {
  kind: "person" | "booking" | "payment" | "application";
  id: string;
}

type Details = Readonly<Record<string, unknown>>;

/** A text, or a record to link to. */
export type Part = string | AuditRecord;

const labels: Readonly<Record<string, string>> = {
  payload: "Asked for",
};

/** Text of a person or a provider, which stays as it is. */
const writtenDetails: ReadonlySet<string> = new Set(["code", "name", "note", "reason", "reference", "text"]);

/** Details whose ids are of records with a page. `about` is the subject of a mail. */
const recordKinds: Readonly<Record<string, AuditRecord["kind"]>> = {
  approvedBy: "person",
  askedBy: "person",
  bookingId: "booking",
  bookingIds: "booking",
  interviewerIds: "person",
  paymentId: "payment",
  userId: "person",
};

/** Details whose link says what they are. */
const isNamedByKind = (name: string) => name in recordKinds && /Ids?$/.test(name);

/** The text that stands for an id without a page. */
const idTexts: Readonly<Record<string, string>> = { replaced: "the one before" };

const onlyId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const subject = /^(user|booking|payment|application):([0-9a-f-]{36})$/;

/** `canceledBy` and `canceled-by` as `canceled by` */
const toWords = (name: string) =>
  name
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/[-_]/g, " ")
    .toLowerCase();

/** The name of a detail in words: `canceledBy` is "Canceled by", and `amountPaise` "Amount". */
function labelOf(name: string): string {
  const words = labels[name] ?? toWords(name.replace(/.Paise$/, (end) => end.charAt(0)));
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `2026-11-24T12:30:00.000Z` as `24 Nov 2026, 12:30 UTC`, and `2026-11-24` as `24 Nov 2026` */
const formatInstant = (_text: string, year: string, month: string, day: string, time: string | undefined) =>
  `${Number(day)} ${months[Number(month) - 1]} ${year}${time === undefined ? "" : `, ${time} UTC`}`;

function formatText(name: string, text: string): string {
  if (writtenDetails.has(name)) return text;
  // The name of a value in our code.
  if (/^[a-z]+(?:[A-Z][a-z]+|[-_][a-z]+)+$/.test(text)) return toWords(text);
  return text.replace(/^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d)[\d:.]*Z)?$/, formatInstant);
}

function kindOf(name: string, siblings: Details): AuditRecord["kind"] | undefined {
  if (name === "about" && "mail" in siblings) return siblings.mail === "receipt" ? "payment" : "booking";
  return recordKinds[name];
}

const joined = (lists: readonly Part[][]): Part[] =>
  lists.filter((parts) => parts.length > 0).flatMap((parts, at) => (at === 0 ? parts : [", ", ...parts]));

interface Context {
  /** The other details. */
  siblings: Details;
  hasLinks: boolean;
}

/** The parts of a value; none for an id that leads nowhere. */
function valueParts(name: string, value: unknown, context: Context): Part[] {
  if (value === null || value === undefined) return ["none"];
  if (Array.isArray(value)) {
    return value.length === 0 ? ["none"] : joined(value.map((one) => valueParts(name, one, context)));
  }
  if (typeof value === "boolean") return [value ? "yes" : "no"];
  if (typeof value === "number") {
    return [
      name.endsWith("Paise") ? formatRupees(rupeesFromPaise(value), { decimals: true }) : String(value),
    ];
  }
  if (typeof value === "object") {
    const inner = value as Details;
    return joined(
      Object.entries(inner).map(([part, of]) => {
        const parts = valueParts(part, of, { ...context, siblings: inner });
        return parts.length === 0 || isNamedByKind(part)
          ? parts
          : [`${labelOf(part).toLowerCase()} `, ...parts];
      }),
    );
  }
  const text = String(value);
  const [, table, id] = subject.exec(text) ?? [];
  if (table !== undefined && id !== undefined) {
    const kind = table === "user" ? "person" : (table as AuditRecord["kind"]);
    return context.hasLinks ? [{ kind, id }] : [];
  }
  if (!onlyId.test(text) || writtenDetails.has(name)) return [formatText(name, text)];
  const kind = kindOf(name, context.siblings);
  if (kind !== undefined) return context.hasLinks ? [{ kind, id: text }] : [];
  return name in idTexts ? [idTexts[name] as string] : [];
}

/** The reason is the longest, so it comes last. */
const byReason = ([a]: [string, unknown], [b]: [string, unknown]) =>
  Number(a === "reason") - Number(b === "reason");

function sentencesOf(details: Details, { hasLinks }: { hasLinks: boolean }): Part[][] {
  return Object.entries(details)
    .sort(byReason)
    .map(([name, value]): Part[] => {
      const parts = valueParts(name, value, { siblings: details, hasLinks });
      if (parts.length === 0) return [];
      const label = isNamedByKind(name) ? [] : [`${labelOf(name)}: `];
      const isText = parts.every((part) => typeof part === "string");
      return isText ? [asSentence([...label, ...parts].join(""))] : [...label, ...parts, "."];
    })
    .filter((parts) => parts.length > 0);
}

/** The details of an audit line as sentences, each with the records that it links to. */
export const auditDetailParts = (details: Details): Part[][] => sentencesOf(details, { hasLinks: true });

/** The same as one text, without the ids: "Sessions: 2. Reason: Asked by email." */
export function auditDetailsText(details: Details): string {
  return sentencesOf(details, { hasLinks: false })
    .map((parts) => parts.join(""))
    .join(" ");
}
