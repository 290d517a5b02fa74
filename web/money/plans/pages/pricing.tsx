import type { Plan, PlanType } from "@greenroom/contract/money/plans.ts";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { pageText } from "../../../app/page-data.ts";
import { publicPageMeta } from "../../../app/page-meta.ts";
import { paths } from "../../../paths.ts";
import { signUpPath } from "../../../session/next-path.ts";
import { useSession } from "../../../session/session.tsx";
import { Button } from "../../../ui/button.tsx";
import { AlertDialog } from "../../../ui/dialogs.tsx";
import { LazyPart } from "../../../ui/lazy-part.tsx";
import { LoadingLines } from "../../../ui/loading.tsx";
import { Card } from "../../../ui/panels.tsx";
import type { PurchasedSlot } from "../../payments/use-purchase.ts";
import { PlanCards, useVisitorPlans } from "../plan-cards.tsx";

const planTypes: readonly PlanType[] = ["Basic", "Pro", "Premium"];

/** The plan that the URL selects, and a function to select another or none; the chosen slot stays. */
export function useRequestedPlan(): [PlanType | null, (planType: PlanType | null) => void] {
  const [search, setSearch] = useSearchParams();
  const requestedPlan = planTypes.find((planType) => planType === search.get("plan")) ?? null;
  return [
    requestedPlan,
    (planType) =>
      setSearch((current) => withPlan(current, planType), { replace: true, preventScrollReset: true }),
  ];
}

/** Puts the slot that is held for a buyer into the address, if they come without it: they chose it in another tab. */
function useHeldSlot(canHold: boolean): void {
  const [search, setSearch] = useSearchParams();
  const hasSlot = search.has("slot");
  const isAsked = useRef(false);
  useEffect(() => {
    if (!canHold || isAsked.current) return;
    // Once: a slot that they remove here is not put back.
    isAsked.current = true;
    if (hasSlot) return;
    import("../chosen-slot.tsx")
      .then((module) => module.findOwnHold())
      .then(
        (slotId) => {
          if (slotId !== null)
            setSearch((current) => new URLSearchParams([...current, ["slot", slotId]]), {
              replace: true,
              preventScrollReset: true,
            });
        },
        // The plans can be bought without it.
        (error: unknown) => console.error("The held slot could not be loaded", error),
      );
  }, [canHold, hasSlot, setSearch]);
}

function withPlan(search: URLSearchParams, planType: PlanType | null): URLSearchParams {
  const slotId = search.get("slot");
  return new URLSearchParams({
    ...(planType === null ? {} : { plan: planType }),
    ...(slotId === null ? {} : { slot: slotId }),
  });
}

/** Only visitors who buy load the code for it. */
const purchaseSource = {
  name: "Your purchase",
  load: () => import("../purchase-panel.tsx").then((module) => module.default),
};
/** Only visitors who have chosen a slot. */
const slotSource = {
  name: "Your time",
  load: () => import("../chosen-slot.tsx").then((module) => module.SlotOfPurchase),
};

export const meta = () =>
  publicPageMeta({
    path: paths.pricing,
    title: "Pricing",
    description: `One, three or five live mock interviews, from ${pageText.plans.Basic.price}. Pay once, by card or UPI; no subscription.`,
    linkedData: planTypes.map(offerStructuredData),
  });

function offerStructuredData(planType: Plan["planType"]): object {
  const { interviews, amount } = pageText.plans[planType];
  return {
    "@type": "Product",
    name: `${pageText.name} ${planType}`,
    description: `${interviews} of 45 minutes, live, with a mentor's written feedback`,
    image: `${pageText.publicUrl}/images/share.jpg`,
    brand: { "@type": "Brand", name: pageText.name },
    offers: {
      "@type": "Offer",
      price: amount,
      priceCurrency: "INR",
      availability: "https://schema.org/InStock",
      url: `${pageText.publicUrl}${paths.pricing}`,
    },
  };
}

const interviewersCannotBuyMessage =
  "Plans are for interviewees. You're signed in as an interviewer, so there is nothing to buy.";

/** Room for the slot in the address before it is loaded, so that the plans stay where they are (head-script.ts). */
const slotPlaceClass =
  "grid in-data-chosen-slot:mt-6 in-data-chosen-slot:min-h-42 sm:in-data-chosen-slot:min-h-27";

const planButtonId = ({ planType }: Plan) => `choose-${planType}`;

export default function PricingPage() {
  const { status, user } = useSession();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [search] = useSearchParams();
  const [requestedPlan, requestPlan] = useRequestedPlan();
  const plans = useVisitorPlans();
  const [isAlerted, setAlerted] = useState(false);
  const isInterviewer = user?.role === "interviewer";
  const canBuy = status === "signed-in" && !isInterviewer;
  const hasSession = canBuy && user !== null && user.sessionCount > 0;
  useHeldSlot(canBuy && !hasSession);
  const slotId = search.get("slot");
  useEffect(() => {
    document.documentElement.toggleAttribute("data-chosen-slot", slotId !== null);
  }, [slotId]);
  const chosen = (canBuy && plans.plans?.find(({ planType }) => planType === requestedPlan)) || null;

  function choose({ planType }: Plan) {
    if (status === "signed-out")
      void navigate(
        signUpPath({ pathname: paths.pricing, search: `?${withPlan(search, planType)}`, hash: "" }),
      );
    else if (isInterviewer) setAlerted(true);
    else requestPlan(planType);
  }

  function unchoose(plan: Plan) {
    requestPlan(null);
    document.getElementById(planButtonId(plan))?.focus();
  }

  /** The open purchase, with the slot that it is for; without one, only the slot. */
  function drawPurchase(slot: PurchasedSlot | null, slotStatus: ReactNode) {
    if (chosen === null)
      return (
        slotStatus && (
          <Card tone="tint" className="mx-auto grid w-full max-w-3xl content-center !py-4">
            {slotStatus}
          </Card>
        )
      );
    return (
      <LazyPart source={purchaseSource} loading={<LoadingLines label="Loading your purchase…" />}>
        {(Purchase) => (
          <Purchase
            key={chosen.planType}
            plan={chosen}
            onClose={() => unchoose(chosen)}
            onBusyChange={setBusy}
            slot={slot}
            slotStatus={slotStatus && <div className="mb-4 border-b border-line pb-3">{slotStatus}</div>}
          />
        )}
      </LazyPart>
    );
  }

  return (
    <div className="page pt-14 sm:pt-16">
      <div className="mx-auto max-w-xl text-center">
        <h1 className="text-3xl">Pay once. Practice when you like.</h1>
        <p className="mt-4 text-balance text-lg text-ink-2">
          No subscription. Each interview is a session in your account: you see it bought, used or returned.
        </p>
        {/* Rendered even while empty, so that the server can fill it in. */}
        <p className="mt-5 inline-block rounded-full border border-accent-line bg-accent-tint px-4 py-1.5 font-semibold text-amber empty:hidden">
          {pageText.couponOffer}
        </p>
        <noscript>
          <p className="mt-4">
            Paying needs JavaScript, which is switched off in this browser. Switch it on and reload this page:
            a time that you chose is kept in its address.
          </p>
        </noscript>
        {isInterviewer && <p className="mt-4 text-ink-2">{interviewersCannotBuyMessage}</p>}
      </div>
      <div className={chosen === null ? slotPlaceClass : undefined}>
        {slotId === null ? (
          drawPurchase(null, null)
        ) : (
          <LazyPart source={slotSource} loading={null}>
            {(SlotOfPurchase) => (
              <SlotOfPurchase
                isKnown={status !== "loading"}
                canHold={canBuy && !hasSession}
                // Who has a session needs to buy nothing, and a purchase that is being completed leads there itself.
                mayLeave={!isBusy}
                hasSession={hasSession}
              >
                {drawPurchase}
              </SlotOfPurchase>
            )}
          </LazyPart>
        )}
      </div>
      <div className="mt-10">
        <PlanCards
          plans={plans}
          action={(plan) => (
            <Button
              id={planButtonId(plan)}
              variant={plan.highlight ? "accent" : "quiet"}
              wide
              inactive={isBusy}
              onClick={() => choose(plan)}
            >
              Choose {plan.title}
            </Button>
          )}
        />
      </div>
      <p className="mt-8 text-center text-ink-2">
        Each interview takes 45 minutes: 30 for the interview, 10 for feedback, 5 as a break.
      </p>
      <p className="mt-3 text-center text-ink-2">
        Free without a plan:{" "}
        <Link to={paths.practice} className="link inline-block min-h-6">
          practice rounds and drills
        </Link>{" "}
        for your role.
      </p>
      <AlertDialog
        open={isAlerted}
        title="Plans"
        message={interviewersCannotBuyMessage}
        onClose={() => setAlerted(false)}
      />
    </div>
  );
}
