import type { Plan } from "@greenroom/contract/plans.ts";
import { countInterviews, formatPrice } from "@greenroom/contract/price-words.ts";
import { useEffect, useId, useRef } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../../paths.ts";
import { AlertDialog } from "../../../ui/alert-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { LoadingLines } from "../../../ui/skeleton.tsx";
import { StatusMessage } from "../../../ui/status-message.tsx";
import { useSession } from "../../accounts/session.tsx";
import { usePurchase } from "../../payments/use-purchase.ts";
import { cheaperWords } from "../cheaper-words.ts";
import { type CouponWish, useQuote } from "../use-quote.ts";
import { CouponForm } from "./coupon-form.tsx";
import { QuoteLines } from "./quote-lines.tsx";

/** How long the good news stands before the booking page comes, in milliseconds. */
const newsMilliseconds = 1_500;

export interface PurchasePanelProps {
  plan: Plan;
  onClose: () => void;
  /** While a purchase is under way no other plan may take its place. */
  onBusyChange: (isBusy: boolean) => void;
}

/** What is about to be bought, at which price and why; paying starts here and comes back here when it was left. */
export function PurchasePanel({ plan, onClose, onBusyChange }: PurchasePanelProps) {
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const couponInput = useRef<HTMLInputElement>(null);
  const { refreshUser } = useSession();
  const navigate = useNavigate();
  const { quote, coupon, wishFor, wishing, replace, ...price } = useQuote(plan.planType);
  const purchase = usePurchase({
    onPriceChanged: replace,
    async onBought(message) {
      await Promise.all([refreshUser(), new Promise((resolve) => setTimeout(resolve, newsMilliseconds))]);
      navigate(paths.booking, { state: { message } });
    },
  });
  const isBusy = purchase.phase !== "idle" && purchase.phase !== "left";

  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
    title.current?.scrollIntoView({ block: "center", behavior });
  }, []);

  useEffect(() => onBusyChange(isBusy), [isBusy, onBusyChange]);

  /** The button that was pressed goes away with its coupon: the focus moves to where the next one is typed. */
  function wishInstead(wish: CouponWish) {
    wishFor(wish);
    couponInput.current?.focus();
  }

  return (
    <section aria-labelledby={titleId} className="mx-auto mt-10 max-w-3xl">
      <Card className="shadow-lift">
        <div className="flex items-start justify-between gap-4">
          <div>
            <h2 id={titleId} ref={title} tabIndex={-1} className="text-xl outline-none">
              Your purchase: {plan.title}
            </h2>
            <p className="mt-1 text-ink-2">
              {countInterviews(plan.sessions)}. One payment, card or UPI; nothing renews.
            </p>
          </div>
          <Button look="ghost" size="sm" flush inactive={isBusy} onClick={onClose}>
            Change plan
          </Button>
        </div>
        {quote === null ? (
          <div className="mt-6">
            {price.problem ? (
              <ErrorState message={price.problem} onRetry={price.retry} retrying={price.retrying} />
            ) : (
              <LoadingLines label="Loading the price…" />
            )}
          </div>
        ) : (
          <div className="mt-6 grid gap-8 md:grid-cols-2">
            <QuoteLines quote={quote} onRemoveCoupon={() => wishInstead("")} removing={wishing} />
            <div className="grid content-between gap-6">
              <div className="grid justify-items-start gap-2">
                <div className="w-full">
                  <CouponForm
                    code={price.typed}
                    onCodeChange={price.setTyped}
                    onApply={wishFor}
                    applying={wishing}
                    problem={price.couponProblem}
                    inputRef={couponInput}
                  />
                </div>
                <StatusMessage message={cheaperWords(quote)} />
                {coupon !== undefined && (
                  <Button look="ghost" size="sm" flush onClick={() => wishInstead(undefined)}>
                    Use the launch offer again
                  </Button>
                )}
              </div>
              <Button
                size="lg"
                wide
                pending={isBusy}
                pendingLabel="Your purchase is under way…"
                inactive={wishing}
                onClick={() => purchase.pay(quote, coupon)}
              >
                Pay {formatPrice(quote.newPrice)}
              </Button>
            </div>
          </div>
        )}
        <StatusMessage message={purchase.note} className="mt-6" />
      </Card>
      <AlertDialog
        open={purchase.alert !== null}
        title="Your purchase"
        message={purchase.alert}
        onClose={purchase.closeAlert}
      />
    </section>
  );
}
