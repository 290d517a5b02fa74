import type { Plan } from "@greenroom/contract/plans.ts";
import { lazy, Suspense, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../../paths.ts";
import { AlertDialog } from "../../../ui/alert-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { LoadingLines } from "../../../ui/skeleton.tsx";
import { signInPath } from "../../accounts/next-path.ts";
import { useSession } from "../../accounts/session.tsx";
import { purchaseSentences } from "../../payments/sentences.ts";
import { publicMeta } from "../../site/components/public-meta.ts";
import { words } from "../../site/page-facts.ts";
import { PlanCards } from "../components/plan-cards.tsx";

const planTypes: Plan["planType"][] = ["Basic", "Pro", "Premium"];

/** Only who buys loads what buying takes. */
const PurchasePanel = lazy(() => import("../components/purchase-panel.tsx"));

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
    description: `${interviews} of 45 minutes, live, with an AI report and a mentor's written feedback`,
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

export default function PricingPage() {
  const { status, user } = useSession();
  const navigate = useNavigate();
  const chooser = useRef<HTMLButtonElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [chosen, setChosen] = useState<Plan | null>(null);
  const [alert, setAlert] = useState<string | null>(null);

  function choose(plan: Plan, button: HTMLButtonElement) {
    chooser.current = button;
    if (status === "signed-out") setAlert(purchaseSentences.signInFirst);
    else if (user?.role === "interviewer") setAlert(forInterviewees);
    else setChosen(plan);
  }

  function unchoose() {
    setChosen(null);
    chooser.current?.focus();
  }

  function closeAlert() {
    setAlert(null);
    if (alert === purchaseSentences.signInFirst)
      navigate(signInPath({ pathname: paths.pricing, search: "", hash: "" }));
  }

  return (
    <div className="page pt-14 sm:pt-16">
      <div className="mx-auto max-w-xl text-center">
        <h1 className="text-3xl">Pay once. Practise when you like.</h1>
        <p className="mt-4 text-lg text-ink-2">
          No subscription. Sessions never expire quietly: you see each one bought, used or returned.
        </p>
        {user?.role === "interviewer" && <p className="mt-4 text-ink-2">{forInterviewees}</p>}
      </div>
      <div className="mt-10">
        <PlanCards
          action={(plan) => (
            <Button
              look={plan.highlight ? "spotlight" : "quiet"}
              wide
              inactive={isBusy}
              onClick={(event) => choose(plan, event.currentTarget)}
            >
              Choose {plan.title}
            </Button>
          )}
        />
      </div>
      {chosen !== null && (
        <Suspense fallback={<LoadingLines label="Loading your purchase…" />}>
          <PurchasePanel key={chosen.planType} plan={chosen} onClose={unchoose} onBusyChange={setBusy} />
        </Suspense>
      )}
      <AlertDialog open={alert !== null} title="Plans" message={alert} onClose={closeAlert} />
    </div>
  );
}
