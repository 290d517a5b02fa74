import {
  type DeskCoupon,
  type DeskPrices,
  getDeskPrices,
  listDeskCoupons,
  listDeskCouponsCsv,
  maxCountedUses,
  resumeDeskCoupon,
  stopDeskCoupon,
  withdrawPrice,
} from "@greenroom/contract/desk/money/prices.ts";
import { formatRupees } from "@greenroom/contract/kernel/money.ts";
import { countOf } from "@greenroom/contract/kernel/plain-text.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { pageOptionsFor, queryOptionsFor } from "../../../api/query-client.tsx";
import { formatDateTime } from "../../../format/times.ts";
import { Button } from "../../../ui/button.tsx";
import { PageHeader, Pill } from "../../../ui/content.tsx";
import { Card } from "../../../ui/panels.tsx";
import { OperatorQueryContent, useIsOwner } from "../../access/operator-calls.tsx";
import { ActionDialog } from "../../actions/action-dialog.tsx";
import { type Result, ResultNotice } from "../../actions/result-notice.tsx";
import { deskMeta, useDeskZone } from "../../layout/desk-parts.tsx";
import { ChangeFounding, ChangePrice, CreateCoupon } from "../../money/price-dialogs.tsx";
import { DataTable } from "../../table/data-table.tsx";

export const meta = () => deskMeta("Prices and coupons");

type Plan = DeskPrices["plans"][number];
type Dialog =
  | { kind: "price"; plan: Plan }
  | { kind: "founding"; founding: DeskPrices["founding"] }
  | { kind: "withdraw"; id: string }
  | { kind: "coupon" }
  | { kind: "stop" | "resume"; coupon: DeskCoupon };

/** List prices, founding places and coupons. */
export default function PricesPage() {
  const isOwner = useIsOwner();
  const prices = useQuery(queryOptionsFor(getDeskPrices));
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const onClose = () => setDialog(null);
  const shared = { onDone: setResult, onClose };
  return (
    <>
      <PageHeader
        title="Prices and coupons"
        detail="A change is a new version with a start. Earlier quotes stay valid."
      />
      <ResultNotice result={result} onResult={setResult} />
      <OperatorQueryContent query={prices} loadingLabel="Loading prices…">
        {({ plans, founding }) => (
          <div className="grid gap-5 md:grid-cols-2">
            {plans.map((plan) => (
              <VersionCard
                key={plan.planType}
                title={plan.planType}
                now={`${formatRupees(plan.listPrice)} list price; a visitor pays ${formatRupees(plan.visitorPrice)} for ${countOf(plan.sessions, "session")}`}
                versions={plan.versions.map((version) => ({
                  ...version,
                  text: formatRupees(version.listPrice),
                }))}
                onWithdraw={(id) => setDialog({ kind: "withdraw", id })}
                isOwner={isOwner}
                action={
                  <Button size="sm" variant="quiet" onClick={() => setDialog({ kind: "price", plan })}>
                    Change the price
                    <span className="sr-only"> of {plan.planType}</span>
                  </Button>
                }
              />
            ))}
            <VersionCard
              title="Founding places"
              now={`${founding.taken} of ${founding.places} taken or held, ${formatRupees(founding.discount)} off Basic`}
              versions={founding.versions.map((version) => ({
                ...version,
                text: `${countOf(version.places, "place")}, ${formatRupees(version.discount)} off`,
              }))}
              onWithdraw={(id) => setDialog({ kind: "withdraw", id })}
              isOwner={isOwner}
              action={
                <Button size="sm" variant="quiet" onClick={() => setDialog({ kind: "founding", founding })}>
                  Change the places
                </Button>
              }
            />
          </div>
        )}
      </OperatorQueryContent>
      <Coupons
        isOwner={isOwner}
        onMake={() => setDialog({ kind: "coupon" })}
        onChange={(kind, coupon) => setDialog({ kind, coupon })}
      />
      {dialog?.kind === "price" && (
        <ChangePrice planType={dialog.plan.planType} listPrice={dialog.plan.listPrice} {...shared} />
      )}
      {dialog?.kind === "founding" && <ChangeFounding founding={dialog.founding} {...shared} />}
      {dialog?.kind === "withdraw" && (
        <ActionDialog
          title="Withdraw what has not started"
          action={withdrawPrice}
          id={dialog.id}
          confirmLabel="Withdraw it"
          {...shared}
        />
      )}
      {dialog?.kind === "coupon" && <CreateCoupon {...shared} />}
      {dialog?.kind === "stop" && (
        <ActionDialog
          title={`Stop the coupon ${dialog.coupon.code}`}
          action={stopDeskCoupon}
          id={dialog.coupon._id}
          confirmLabel="Stop the coupon"
          danger
          {...shared}
        />
      )}
      {dialog?.kind === "resume" && (
        <ActionDialog
          title={`Resume the coupon ${dialog.coupon.code}`}
          action={resumeDeskCoupon}
          id={dialog.coupon._id}
          confirmLabel="Resume the coupon"
          {...shared}
        />
      )}
    </>
  );
}

interface Version {
  _id: string;
  text: string;
  startsAt: string;
  state: Plan["versions"][number]["state"];
}

interface VersionCardProps {
  title: string;
  now: string;
  versions: readonly Version[];
  isOwner: boolean;
  onWithdraw: (id: string) => void;
  action: ReactNode;
}

const versionPills = { coming: "wait", current: "ready", past: "off", withdrawn: "off" } as const;
const versionLabels = { coming: "Coming", current: "Current", past: "Past", withdrawn: "Withdrawn" } as const;

function VersionCard({ title, now, versions, isOwner, onWithdraw, action }: VersionCardProps) {
  const timeZone = useDeskZone();
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">{title}</h2>
        {isOwner && action}
      </div>
      <p className="mt-1 text-ink-2">{now}</p>
      {versions.length > 0 && (
        <ul className="mt-4 grid gap-2">
          {versions.map((version) => (
            <li
              key={version._id}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line pt-2"
            >
              <Pill status={versionPills[version.state]}>{versionLabels[version.state]}</Pill>
              <span className="font-semibold tabular">{version.text}</span>
              <span className="text-sm text-ink-3">
                from {formatDateTime(new Date(version.startsAt), timeZone)}
              </span>
              {version.state === "coming" && isOwner && (
                <Button size="sm" variant="ghost" onClick={() => onWithdraw(version._id)}>
                  Withdraw
                  <span className="sr-only"> {version.text}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const couponPills = { active: "ready", coming: "wait", ended: "off", stopped: "off" } as const;
const couponLabels = { active: "Active", coming: "Coming", ended: "Ended", stopped: "Stopped" } as const;

interface CouponsProps {
  isOwner: boolean;
  onMake: () => void;
  onChange: (kind: "stop" | "resume", coupon: DeskCoupon) => void;
}

function Coupons({ isOwner, onMake, onChange }: CouponsProps) {
  const timeZone = useDeskZone();
  const coupons = useInfiniteQuery(pageOptionsFor(listDeskCoupons));
  return (
    <section aria-labelledby="coupons-title">
      <div className="mb-3 mt-8 flex flex-wrap items-center justify-between gap-3">
        <h2 id="coupons-title" className="text-xl">
          Coupons
        </h2>
        {isOwner && (
          <Button size="sm" onClick={onMake}>
            Create a coupon
          </Button>
        )}
      </div>
      <DataTable
        caption="Coupons and their uses"
        query={coupons}
        rowId={({ _id }) => _id}
        itemsLabel="coupons"
        csv={{ endpoint: listDeskCouponsCsv }}
        empty={{ title: "No coupons yet" }}
        columns={[
          {
            id: "code",
            header: "Code",
            isHeading: true,
            cell: ({ code, isLaunchOffer }) => (
              <>
                <code>{code}</code>
                {isLaunchOffer && <span className="block text-sm text-ink-3">Launch offer</span>}
              </>
            ),
          },
          {
            id: "takes",
            header: "Discount",
            cell: ({ kind, value, plans }) => (
              <>
                {kind === "percent" ? `${value}%` : formatRupees(value)}
                <span className="block text-sm text-ink-3">{plans?.join(", ") ?? "Every plan"}</span>
              </>
            ),
          },
          {
            id: "uses",
            header: "Uses",
            cell: ({ uses, totalLimit, perUserLimit }) => (
              <>
                <span>
                  {`${uses}${uses >= maxCountedUses ? " or more" : ""}${totalLimit === null ? "" : ` of ${totalLimit}`}`}
                </span>
                {perUserLimit !== null && (
                  <span className="block text-sm text-ink-3">{perUserLimit} for each person</span>
                )}
              </>
            ),
          },
          {
            id: "state",
            header: "State",
            cell: ({ state, endsAt }) => (
              <>
                <Pill status={couponPills[state]}>{couponLabels[state]}</Pill>
                {endsAt !== null && state === "active" && (
                  <span className="block text-sm text-ink-3">
                    until {formatDateTime(new Date(endsAt), timeZone)}
                  </span>
                )}
              </>
            ),
          },
          {
            id: "next",
            header: "Next step",
            cell: (coupon) => {
              if (!isOwner || coupon.state === "ended") return "None";
              const isStopped = coupon.state === "stopped";
              return (
                <Button
                  size="sm"
                  variant="quiet"
                  onClick={() => onChange(isStopped ? "resume" : "stop", coupon)}
                >
                  {isStopped ? "Resume" : "Stop"}
                  <span className="sr-only"> {coupon.code}</span>
                </Button>
              );
            },
          },
        ]}
      />
    </section>
  );
}
