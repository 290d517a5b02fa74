import { formatRupees } from "@greenroom/contract/money.ts";
import type { Receipt } from "@greenroom/contract/payments.ts";
import type { PriceLine } from "@greenroom/contract/plans.ts";
import { DescriptionList } from "../../../ui/description-list.tsx";
import { Logo } from "../../../ui/logo.tsx";
import { Pill } from "../../../ui/pill.tsx";
import { formatDayTime } from "../../accounts/format-moment.ts";

interface ReceiptSheetProps {
  receipt: Receipt;
  timeZone: string;
}

/** Seller, buyer, what was bought, each part of its price, under which numbers, and what was given back. */
export function ReceiptSheet({ receipt, timeZone }: ReceiptSheetProps) {
  const { seller, buyer } = receipt;
  return (
    <article className="grid gap-7">
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <h1 className="text-2xl">Receipt</h1>
          <p className="mt-1 break-all font-mono text-sm text-ink-2">{receipt.receipt}</p>
        </div>
        <Logo name={seller.name} />
      </header>
      <div className="grid gap-5 sm:grid-cols-2">
        <Party title="Sold by" name={seller.name} email={seller.supportEmail} />
        <Party title="Sold to" name={buyer.name} email={buyer.email} />
      </div>
      <DescriptionList
        items={[
          { term: "Paid on", detail: `${formatDayTime(new Date(receipt.paidAt), timeZone)} (${timeZone})` },
          { term: "Payment", detail: <span className="break-all font-mono">{receipt.paymentId}</span> },
          { term: "Order", detail: <span className="break-all font-mono">{receipt.orderId}</span> },
        ]}
      />
      <PriceParts receipt={receipt} />
      <Refunds receipt={receipt} timeZone={timeZone} />
      <p className="border-t border-line pt-4 text-sm text-ink-2">
        Questions about this purchase:{" "}
        <a className="link" href={`mailto:${seller.supportEmail}?subject=${receipt.receipt}`}>
          {seller.supportEmail}
        </a>
      </p>
    </article>
  );
}

function Party({ title, name, email }: { title: string; name: string; email: string }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="font-text text-sm font-semibold tracking-normal text-ink-3">{title}</h2>
      <p className="font-semibold">{name}</p>
      <p className="break-all text-ink-2">{email}</p>
    </section>
  );
}

function PriceParts({ receipt }: { receipt: Receipt }) {
  return (
    <dl className="grid gap-2.5 tabular">
      {receipt.lines.map((line) => (
        <div key={line.kind} className="flex justify-between gap-4">
          <dt className="text-ink-2">{lineWords(line, receipt)}</dt>
          <dd>{formatRupees(line.amount, { decimals: true })}</dd>
        </div>
      ))}
      <div className="flex items-baseline justify-between gap-4 border-t border-line pt-3 font-semibold">
        <dt>Paid</dt>
        <dd className="font-display text-xl">{formatRupees(receipt.amount, { decimals: true })}</dd>
      </div>
    </dl>
  );
}

function lineWords({ kind, label }: PriceLine, { planType, sessions }: Receipt): string {
  if (kind === "list") return `${planType} plan, ${countSessions(sessions)}`;
  return kind === "coupon" ? `Coupon ${label}` : label;
}

function Refunds({ receipt: { refunds }, timeZone }: ReceiptSheetProps) {
  if (refunds.length === 0) return null;
  return (
    <section aria-labelledby="refunds-title">
      <h2 id="refunds-title" className="text-lg">
        Refunds
      </h2>
      <ul className="mt-2 grid gap-2 tabular">
        {refunds.map(({ _id, amount, sessions, status, createdAt }) => (
          <li key={_id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span>
              {formatDayTime(new Date(createdAt), timeZone)}, {countSessions(sessions)} taken back
            </span>
            <span className="flex items-center gap-3">
              {status === "pending" && <Pill status="wait">On its way</Pill>}
              {formatRupees(-amount, { decimals: true })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function countSessions(count: number): string {
  return `${count} ${count === 1 ? "session" : "sessions"}`;
}
