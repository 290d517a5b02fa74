import { formatRupees } from "@greenroom/contract/kernel/money.ts";
import { countOf } from "@greenroom/contract/kernel/plain-text.ts";
import { timeZoneLabel } from "@greenroom/contract/kernel/time-zones.ts";
import type { Receipt } from "@greenroom/contract/money/payments.ts";
import type { PriceLine } from "@greenroom/contract/money/plans.ts";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { errorMessage, isWrongAddress, networkMessages } from "../../../api/client.ts";
import { queryOptionsFor } from "../../../api/query-client.tsx";
import { pageMeta } from "../../../app/page-meta.ts";
import { formatDateTime } from "../../../format/times.ts";
import { paths } from "../../../paths.ts";
import { useTimeZone } from "../../../session/session.tsx";
import { Button } from "../../../ui/button.tsx";
import { BreakableAddress, DescriptionList, Pill } from "../../../ui/content.tsx";
import { ErrorState, LoadingLines } from "../../../ui/loading.tsx";
import { Card, Logo } from "../../../ui/panels.tsx";

const receiptMessages = {
  failed: "The receipt could not be loaded.",
  network: networkMessages.checkConnection,
};

interface ReceiptDetailsProps {
  receipt: Receipt;
  timeZone: string;
}

/** Seller, buyer, what was bought, each part of its price, its numbers, and its refunds. */
export function ReceiptDetails({ receipt, timeZone }: ReceiptDetailsProps) {
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
        <ReceiptContact title="Sold by" name={seller.name} email={seller.supportEmail} />
        <ReceiptContact title="Sold to" name={buyer.name} email={buyer.email} />
      </div>
      <DescriptionList
        items={[
          {
            term: "Paid on",
            detail: `${formatDateTime(new Date(receipt.paidAt), timeZone)}, ${timeZoneLabel(timeZone, new Date(receipt.paidAt))}`,
          },
          { term: "Payment", detail: <span className="break-all font-mono">{receipt.paymentId}</span> },
          { term: "Order", detail: <span className="break-all font-mono">{receipt.orderId}</span> },
        ]}
      />
      <PriceLines receipt={receipt} />
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

function ReceiptContact({ title, name, email }: { title: string; name: string; email: string }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="font-text text-sm font-semibold tracking-normal text-ink-3">{title}</h2>
      <p className="font-semibold">{name}</p>
      <p className="text-ink-2">
        <BreakableAddress>{email}</BreakableAddress>
      </p>
    </section>
  );
}

function PriceLines({ receipt }: { receipt: Receipt }) {
  return (
    <dl className="grid gap-2.5 tabular">
      {receipt.lines.map((line) => (
        <div key={line.kind} className="flex justify-between gap-4">
          <dt className="text-ink-2">{priceLineText(line, receipt)}</dt>
          <dd>{formatRupees(line.amount, { decimals: true })}</dd>
        </div>
      ))}
      <div className="flex items-baseline justify-between gap-4 border-t border-line pt-3 font-semibold">
        <dt>Paid</dt>
        <dd className="font-text text-xl font-semibold tabular">
          {formatRupees(receipt.amount, { decimals: true })}
        </dd>
      </div>
    </dl>
  );
}

function priceLineText({ kind, label }: PriceLine, { planType, sessions }: Receipt): string {
  if (kind === "list") return `${planType} plan, ${creditCountText(sessions)}`;
  return kind === "coupon" ? `Coupon ${label}` : label;
}

/** Rupees, rounded to paise because parts of a rupee do not add up exactly in floating point. */
const sumOf = (refunds: Receipt["refunds"]) =>
  Math.round(refunds.reduce((sum, { amount }) => sum + amount, 0) * 100) / 100;

function Refunds({ receipt: { refunds, amount: paid }, timeZone }: ReceiptDetailsProps) {
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
              {formatDateTime(new Date(createdAt), timeZone)}
              {sessions > 0
                ? `, ${creditCountText(sessions)} taken back`
                : ", your sessions stay as they are"}
            </span>
            <span className="flex items-center gap-3">
              {status === "pending" && <Pill status="wait">On its way</Pill>}
              <span>{formatRupees(-amount, { decimals: true })}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-3 flex justify-between gap-4 border-t border-line pt-3 font-semibold tabular">
        <span>Paid after refunds</span>
        <span>{formatRupees(paid - sumOf(refunds), { decimals: true })}</span>
      </p>
    </section>
  );
}

function creditCountText(count: number): string {
  return countOf(count, "session");
}

export const meta = () => pageMeta("Receipt");

/** One purchase on one sheet of paper; printing leaves out everything around it. */
export default function ReceiptPage() {
  const { id = "" } = useParams();
  const receipt = useQuery(queryOptionsFor("GET /api/user/purchases/:id", { params: { id } }));
  const timeZone = useTimeZone();
  return (
    <div className="mx-auto grid max-w-2xl gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
        <Link to={{ pathname: paths.mySessions, search: "?tab=payments" }} className="link">
          All purchases
        </Link>
        {receipt.data && (
          <Button variant="quiet" onClick={() => window.print()}>
            Print or save as PDF
          </Button>
        )}
      </div>
      <Card className="print:border-0 print:!p-0 print:shadow-none">
        {receipt.isPending && <LoadingLines label="Loading the receipt…" lines={8} />}
        {receipt.isError && (
          <>
            <h1 className="sr-only">Receipt</h1>
            <ErrorState
              message={errorMessage(receipt.error, receiptMessages)}
              onRetry={isWrongAddress(receipt.error) ? undefined : () => receipt.refetch()}
              retrying={receipt.isFetching}
            />
          </>
        )}
        {receipt.data && <ReceiptDetails receipt={receipt.data} timeZone={timeZone} />}
      </Card>
    </div>
  );
}
