import { type DeskPrices, maxCountedUses } from "@greenroom/contract/desk/money/prices.ts";
import { formatRupees } from "@greenroom/contract/kernel/money.ts";
import { countOf } from "@greenroom/contract/kernel/plain-text.ts";
import { planTypes } from "@greenroom/contract/money/plans.ts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { queryOptionsFor } from "../../../api/query-client.tsx";
import { PageHeader, Pill } from "../../../ui/content.tsx";
import { Card } from "../../../ui/panels.tsx";
import { OperatorQueryContent, useIsOwner } from "../../access/operator-calls.tsx";
import { ActionButton } from "../../actions/action-dialog.tsx";
import type { ActionField } from "../../actions/action-fields.tsx";
import { DeskTime, deskMeta } from "../../layout/desk-parts.tsx";
import { DeskList } from "../../table/data-table.tsx";

export const meta = () => deskMeta("Prices and coupons");

type Plan = DeskPrices["plans"][number];

const startField: ActionField = {
  name: "startsAt",
  label: "Starts",
  type: "time",
  hint: "Leave it empty to start now.",
  optional: true,
};

/** List prices, founding places and coupons. */
export default function PricesPage() {
  const isOwner = useIsOwner();
  const prices = useQuery(queryOptionsFor("GET /api/operator/prices"));
  return (
    <>
      <PageHeader
        title="Prices and coupons"
        detail="A change is a new version with a start. Earlier quotes stay valid."
      />
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
                isOwner={isOwner}
                action={
                  <ActionButton
                    title={`Change the price of ${plan.planType}`}
                    action={"POST /api/operator/prices"}
                    input={{ planType: plan.planType }}
                    fields={[
                      {
                        name: "listPrice",
                        label: "New list price, in rupees",
                        type: "number",
                        value: plan.listPrice,
                      },
                      startField,
                    ]}
                    confirmLabel="Change the price"
                  >
                    Change the price
                    <span className="sr-only"> of {plan.planType}</span>
                  </ActionButton>
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
              isOwner={isOwner}
              action={
                <ActionButton
                  title="Change the founding places"
                  action={"POST /api/operator/founding-terms"}
                  fields={[
                    { name: "places", label: "Places", type: "number", value: founding.places },
                    {
                      name: "discount",
                      label: "Discount on Basic, in rupees",
                      type: "number",
                      value: founding.discount,
                    },
                    startField,
                  ]}
                  confirmLabel="Change them"
                >
                  Change the places
                </ActionButton>
              }
            />
          </div>
        )}
      </OperatorQueryContent>
      <Coupons isOwner={isOwner} />
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
  action: ReactNode;
}

const versionPills = { coming: "wait", current: "ready", past: "off", withdrawn: "off" } as const;
const versionLabels = { coming: "Coming", current: "Current", past: "Past", withdrawn: "Withdrawn" } as const;

function VersionCard({ title, now, versions, isOwner, action }: VersionCardProps) {
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
                from <DeskTime at={version.startsAt} />
              </span>
              {version.state === "coming" && isOwner && (
                <ActionButton
                  button={{ variant: "ghost" }}
                  title="Withdraw what has not started"
                  action={"POST /api/operator/prices/:id/withdrawal"}
                  id={version._id}
                  confirmLabel="Withdraw it"
                >
                  Withdraw
                  <span className="sr-only"> {version.text}</span>
                </ActionButton>
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

const couponFields: readonly ActionField[] = [
  { name: "code", label: "Code", hint: "Letters, digits and hyphens." },
  {
    name: "kind",
    label: "Kind of discount",
    choices: { percent: "Percent", fixed: "Rupees" },
  },
  { name: "value", label: "Discount", type: "number" },
  {
    name: "plans",
    label: "Plans",
    choices: { "": "Every plan", ...Object.fromEntries(planTypes.map((plan) => [plan, `Only ${plan}`])) },
  },
  { name: "endsAt", label: "Ends", type: "time", hint: "Leave it empty for no end.", optional: true },
  { name: "totalLimit", label: "Total uses", type: "number", optional: true },
  { name: "perUserLimit", label: "Uses per person", type: "number", value: 1, optional: true },
];

function Coupons({ isOwner }: { isOwner: boolean }) {
  return (
    <section aria-labelledby="coupons-title">
      <div className="mb-3 mt-8 flex flex-wrap items-center justify-between gap-3">
        <h2 id="coupons-title" className="text-xl">
          Coupons
        </h2>
        {isOwner && (
          <ActionButton
            button={{ variant: "primary" }}
            title="Create a coupon"
            action={"POST /api/operator/coupons"}
            fields={couponFields}
            input={({ plans, ...coupon }) => ({ ...coupon, plans: plans === "" ? null : [plans] })}
          />
        )}
      </div>
      <DeskList
        list={"GET /api/operator/coupons"}
        caption="Coupons and their uses"
        noun="coupons"
        empty={{ title: "No coupons yet" }}
        columns={[
          {
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
            header: "Discount",
            cell: ({ kind, value, plans }) => (
              <>
                {kind === "percent" ? `${value}%` : formatRupees(value)}
                <span className="block text-sm text-ink-3">{plans?.join(", ") ?? "Every plan"}</span>
              </>
            ),
          },
          {
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
            header: "State",
            cell: ({ state, endsAt }) => (
              <>
                <Pill status={couponPills[state]}>{couponLabels[state]}</Pill>
                {endsAt !== null && state === "active" && (
                  <span className="block text-sm text-ink-3">
                    until <DeskTime at={endsAt} />
                  </span>
                )}
              </>
            ),
          },
          {
            header: "Next step",
            cell: (coupon) => {
              if (!isOwner || coupon.state === "ended") return "None";
              const { _id, code, state } = coupon;
              const word = state === "stopped" ? "Resume" : "Stop";
              return (
                <ActionButton
                  title={`${word} the coupon ${code}`}
                  action={
                    state === "stopped"
                      ? "POST /api/operator/coupons/:id/resumption"
                      : "POST /api/operator/coupons/:id/stop"
                  }
                  id={_id}
                  confirmLabel={`${word} the coupon`}
                  danger={state !== "stopped"}
                >
                  {word}
                  <span className="sr-only"> {code}</span>
                </ActionButton>
              );
            },
          },
        ]}
      />
    </section>
  );
}
