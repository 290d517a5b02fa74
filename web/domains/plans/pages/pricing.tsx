import type { Plan, PlanType } from "@greenroom/contract/plans.ts";
import { lazy, Suspense, useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { LoadingLines } from "../../../ui/skeleton.tsx";
import { signInPath } from "../../accounts/next-path.ts";
import { useSession } from "../../accounts/session.tsx";
import { purchaseSentences } from "../../payments/sentences.ts";
import { publicMeta } from "../../site/components/public-meta.ts";
import { words } from "../../site/page-facts.ts";
import { PlanCards } from "../components/plan-cards.tsx";
import { usePlanWish, wishFor } from "../use-plan-wish.ts";
import { useVisitorPlans } from "../use-visitor-plans.ts";

const planTypes: Plan["planType"][] = ["Basic", "Pro", "Premium"];

/** Only who buys loads what buying takes. */
const Purchase = lazy(() => import("../components/purchase.tsx"));
const PlanAlert = lazy(() => import("../components/plan-alert.tsx"));

export const meta = () =>
  publicMeta({
    path: paths.pricing,
    title: "Pricing",
    description: `One, three or five live mock interviews, from ${words.plans.Basic.price}. Pay once, by card or UPI; no subscription.`,
    linkedData: planTypes.map(offerData),
  });

function offerData(planType: Plan["planType"]): object {
  const { interviews, amount } = words.plans[planType];
  return {
    "@type": "Product",
    name: `${words.name} ${planType}`,
    description: `${interviews} of 45 minutes, live, with a mentor's written feedback`,
    image: `${words.publicUrl}/images/share.jpg`,
    brand: { "@type": "Brand", name: words.name },
    offers: {
      "@type": "Offer",
      price: amount,
      priceCurrency: "INR",
      availability: "https://schema.org/InStock",
      url: `${words.publicUrl}${paths.pricing}`,
    },
  };
}

const forInterviewees =
  "Plans are for interviewees. You are signed in as an interviewer, so there is nothing for you to buy.";

const buttonOf = ({ planType }: Plan) => `choose-${planType}`;

export default function PricingPage() {
  const { status, user } = useSession();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [wished, wish] = usePlanWish();
  const plans = useVisitorPlans();
  const [alert, setAlert] = useState<{ message: string; wish?: PlanType } | null>(null);
  const isInterviewer = user?.role === "interviewer";
  const mayBuy = status === "signed-in" && !isInterviewer;
  const chosen = (mayBuy && plans.shown?.find(({ planType }) => planType === wished)) || null;

  function choose({ planType }: Plan) {
    if (status === "signed-out") setAlert({ message: purchaseSentences.signInFirst, wish: planType });
    else if (isInterviewer) setAlert({ message: forInterviewees });
    else wish(planType);
  }

  function unchoose(plan: Plan) {
    wish(null);
    document.getElementById(buttonOf(plan))?.focus();
  }

  function closeAlert() {
    setAlert(null);
    if (alert?.wish)
      void navigate(signInPath({ pathname: paths.pricing, search: wishFor(alert.wish), hash: "" }));
  }

  return (
    <div className="page pt-14 sm:pt-16">
      <div className="mx-auto max-w-xl text-center">
        <h1 className="text-3xl">Pay once. Practise when you like.</h1>
        <p className="mt-4 text-balance text-lg text-ink-2">
          No subscription. Each interview is a session in your account: you see it bought, used or returned.
        </p>
        {isInterviewer && <p className="mt-4 text-ink-2">{forInterviewees}</p>}
      </div>
      <div className="mt-10">
        <PlanCards
          plans={plans}
          action={(plan) => (
            <Button
              id={buttonOf(plan)}
              look={plan.highlight ? "spotlight" : "quiet"}
              wide
              inactive={isBusy}
              onClick={() => choose(plan)}
            >
              Choose {plan.title}
            </Button>
          )}
        />
      </div>
      {chosen !== null && (
        <Suspense fallback={<LoadingLines label="Loading your purchase…" />}>
          <Purchase
            key={chosen.planType}
            plan={chosen}
            onClose={() => unchoose(chosen)}
            onBusyChange={setBusy}
          />
        </Suspense>
      )}
      {alert !== null && (
        <Suspense>
          <PlanAlert message={alert.message} onClose={closeAlert} />
        </Suspense>
      )}
    </div>
  );
}
