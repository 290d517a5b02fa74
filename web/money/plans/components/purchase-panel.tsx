import type { Plan } from "@greenroom/contract/money/plans.ts";
import { formatInterviewCount, formatPrice } from "@greenroom/contract/site/price-text.ts";
import { useEffect, useId, useRef } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../../paths.ts";
import { useSession } from "../../../session/session.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { AlertDialog } from "../../../ui/dialogs/alert-dialog.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { ErrorState } from "../../../ui/status/error-state.tsx";
import { LoadingLines } from "../../../ui/status/skeleton.tsx";
import { NoticeMessage, StatusMessage } from "../../../ui/status/status-message.tsx";
import { purchaseMessages } from "../../payments/messages.ts";
import { usePurchase } from "../../payments/use-purchase.ts";
import { cheaperCouponText } from "../cheaper-coupon-text.ts";
import { type RequestedCoupon, useQuote } from "../use-quote.ts";
import { CouponForm } from "./coupon-form.tsx";
import { QuoteLines } from "./quote-lines.tsx";

/** How long the success message shows before the booking page opens, in milliseconds. */
const successDelayMilliseconds = 1_500;

export interface PurchasePanelProps {
  plan: Plan;
  onClose: () => void;
  /** Keeps another plan from being chosen while a purchase is in progress. */
  onBusyChange: (isBusy: boolean) => void;
}

/**
 * The plan to buy, with its price and the parts of it. Payment starts here, and returns here when it is
 * abandoned.
 */
export function PurchasePanel({ plan, onClose, onBusyChange }: PurchasePanelProps) {
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const couponInput = useRef<HTMLInputElement>(null);
  const { refreshUser } = useSession();
  const navigate = useNavigate();
  const { quote, coupon, requestCoupon, isRequestingCoupon, hasLeftLaunchOffer, replace, ...price } =
    useQuote(plan.planType);
  const purchase = usePurchase({
    onPriceChanged: replace,
    async onBought(message) {
      await Promise.all([
        refreshUser(),
        new Promise((resolve) => setTimeout(resolve, successDelayMilliseconds)),
      ]);
      navigate(paths.booking, { state: { message } });
    },
  });
  const isBusy = purchase.phase !== "idle" && purchase.phase !== "checking";

  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
    title.current?.scrollIntoView({ block: "center", behavior });
  }, []);

  useEffect(() => onBusyChange(isBusy), [isBusy, onBusyChange]);

  /** The pressed button disappears with its coupon, so the focus moves to the field for the next one. */
  function changeCoupon(nextCoupon: RequestedCoupon) {
    requestCoupon(nextCoupon);
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
              {formatInterviewCount(plan.sessions)}. One payment, card or UPI; nothing renews.
            </p>
          </div>
          <Button variant="ghost" size="sm" flush inactive={isBusy} onClick={onClose} className="shrink-0">
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
            <QuoteLines quote={quote} onRemoveCoupon={() => changeCoupon("")} removing={isRequestingCoupon} />
            <div className="grid content-between gap-6">
              <div className="grid justify-items-start gap-2">
                <div className="w-full">
                  <CouponForm
                    hasCoupon={quote.coupon !== null}
                    code={price.typed}
                    onCodeChange={price.setTyped}
                    onApply={requestCoupon}
                    applying={isRequestingCoupon}
                    problem={price.couponProblem}
                    inputRef={couponInput}
                  />
                </div>
                <StatusMessage message={cheaperCouponText(quote)} tone="wait" />
                {hasLeftLaunchOffer && (
                  <Button variant="ghost" size="sm" flush onClick={() => changeCoupon(undefined)}>
                    Use the launch offer again
                  </Button>
                )}
              </div>
              <Button
                size="lg"
                wide
                pending={isBusy}
                pendingLabel="Completing your purchase…"
                inactive={isRequestingCoupon}
                onClick={() => purchase.pay(quote, coupon)}
              >
                Pay {formatPrice(quote.newPrice)}
              </Button>
            </div>
          </div>
        )}
        <NoticeMessage notice={purchase.note} className="mt-6" />
      </Card>
      <AlertDialog
        open={purchase.alert !== null}
        title="Your purchase"
        message={
          purchase.alert?.canRetry ? (
            <>
              {purchase.alert.message}
              <span className="mt-2 block">{purchaseMessages.noMoneyReceived}</span>
            </>
          ) : (
            purchase.alert?.message
          )
        }
        otherAction={
          quote !== null &&
          purchase.alert?.canRetry && (
            <Button variant="quiet" onClick={() => purchase.pay(quote, coupon)}>
              Try again
            </Button>
          )
        }
        onClose={purchase.closeAlert}
      />
    </section>
  );
}
