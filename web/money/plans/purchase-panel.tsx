import type { Plan, PlanType, Quote } from "@greenroom/contract/money/plans.ts";
import { formatInterviewCount, formatPrice } from "@greenroom/contract/site/page-text.ts";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, type Ref, useEffect, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { call, errorMessage, fieldProblems, networkMessages } from "../../api/client.ts";
import { ApiProvider, queryKeyFor } from "../../api/query-client.tsx";
import { useSite } from "../../app/page-data.ts";
import { cancellationNoticeBeforeBooking } from "../../format/cancellation.ts";
import { paths } from "../../paths.ts";
import { SessionQueryCache } from "../../session/require-role.tsx";
import { useSession } from "../../session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { AlertDialog } from "../../ui/dialogs.tsx";
import { Field, TextInput } from "../../ui/fields.tsx";
import { ErrorState, LoadingLines } from "../../ui/loading.tsx";
import { Card } from "../../ui/panels.tsx";
import { NoticeMessage, StatusMessage } from "../../ui/status.tsx";
import { type PurchasedSlot, purchaseMessages, usePurchase } from "../payments/use-purchase.ts";

/** The purchase with the query cache that it needs and that the pricing page itself does not load. */
export default function Purchase(props: PurchasePanelProps) {
  return (
    <ApiProvider>
      <SessionQueryCache />
      <PurchasePanel {...props} />
    </ApiProvider>
  );
}

/** How long the success message shows before the booking page opens, in milliseconds. */
const successDelayMilliseconds = 1_500;

export interface PurchasePanelProps {
  plan: Plan;
  onClose: () => void;
  /** Keeps another plan from being chosen while a purchase is in progress. */
  onBusyChange: (isBusy: boolean) => void;
  /** The slot that the payment books; null without one. */
  slot: PurchasedSlot | null;
  /** What is known about the slot, at the top. */
  slotStatus: ReactNode;
}

/**
 * The plan to buy, with its price and the parts of it. Payment starts here, and returns here when it is
 * abandoned.
 */
export function PurchasePanel({ plan, onClose, onBusyChange, slot, slotStatus }: PurchasePanelProps) {
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const couponInput = useRef<HTMLInputElement>(null);
  const { refreshUser } = useSession();
  const navigate = useNavigate();
  const { cancelNoticeHours } = useSite();
  const { quote, coupon, requestCoupon, isRequestingCoupon, hasLeftLaunchOffer, replace, ...price } =
    useQuote(plan.planType);
  const purchase = usePurchase({
    slot,
    onPriceChanged: replace,
    async onBought(message, slotId) {
      await Promise.all([
        refreshUser(),
        new Promise((resolve) => setTimeout(resolve, successDelayMilliseconds)),
      ]);
      navigate(slotId === null ? paths.booking : paths.slotToBook(slotId), {
        state: message === null ? null : { message },
      });
    },
  });
  const startsAt = slot?.startsAt ?? null;
  const cancellationNotice = cancellationNoticeBeforeBooking(
    cancelNoticeHours,
    startsAt === null ? null : new Date(startsAt),
    new Date(),
  );
  const isBusy = purchase.phase !== "idle" && purchase.phase !== "checking";

  const isLoaded = quote !== null;
  // Again when the price is there: until then the page may be too short.
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls once more when the price is loaded
  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    title.current?.closest("section")?.scrollIntoView({ block: "start" });
  }, [isLoaded]);

  useEffect(() => onBusyChange(isBusy), [isBusy, onBusyChange]);

  /** The pressed button disappears with its coupon, so the focus moves to the field for the next one. */
  function changeCoupon(nextCoupon: RequestedCoupon) {
    requestCoupon(nextCoupon);
    couponInput.current?.focus();
  }

  return (
    <section aria-labelledby={titleId} className="mx-auto mt-6 max-w-3xl sm:mt-10">
      <Card className="shadow-lift">
        {slotStatus}
        <div className="flex items-start justify-between gap-4">
          <div>
            <h2 id={titleId} ref={title} tabIndex={-1} className="text-xl outline-none">
              Your purchase: {plan.title}
            </h2>
            <p className="mt-1 text-ink-2">
              {formatInterviewCount(plan.sessions)}.{" "}
              <span className="hidden sm:inline">One payment, card or UPI; nothing renews.</span>
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
          <div className="mt-4 grid gap-5 sm:mt-6 md:grid-cols-2 md:gap-8">
            <QuoteLines quote={quote} onRemoveCoupon={() => changeCoupon("")} removing={isRequestingCoupon} />
            <div className="grid content-between gap-6">
              <div className="grid gap-2">
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
                <p className="text-center text-sm text-ink-3">{cancellationNotice}</p>
              </div>
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

export interface CouponFormProps {
  /** True when the price has a coupon already, which this one would replace. */
  hasCoupon: boolean;
  code: string;
  onCodeChange: (code: string) => void;
  onApply: (code: string) => void;
  applying: boolean;
  /** Why the last one was refused, in the server's words. */
  problem: string | null;
  inputRef: Ref<HTMLInputElement>;
}

/** A field for one coupon; pressing the button without one shows a message instead of asking the server. */
export function CouponForm({
  hasCoupon,
  code,
  onCodeChange,
  onApply,
  applying,
  problem,
  inputRef,
}: CouponFormProps) {
  const [isMissing, setMissing] = useState(false);
  function apply(event: FormEvent) {
    event.preventDefault();
    if (applying) return;
    setMissing(code.trim() === "");
    if (code.trim() !== "") onApply(code.trim());
  }
  const error = isMissing ? "Enter a coupon code first." : (problem ?? undefined);
  return (
    <form noValidate onSubmit={apply}>
      <Field label={hasCoupon ? "Another coupon" : "Coupon"} optional error={error}>
        {(control) => (
          <div className="flex gap-2">
            <TextInput
              {...control}
              ref={inputRef}
              value={code}
              onChange={(event) => onCodeChange(event.target.value)}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={32}
              className="uppercase"
            />
            <Button type="submit" variant="quiet" pending={applying} pendingLabel="Checking the coupon…">
              Apply
            </Button>
          </div>
        )}
      </Field>
      <p role="status" className="sr-only">
        {error ?? ""}
      </p>
    </form>
  );
}

export interface QuoteLinesProps {
  quote: Quote;
  /** Removes the coupon's line. */
  onRemoveCoupon: () => void;
  removing: boolean;
}

/** The parts of a price, which add up to the total. */
export function QuoteLines({ quote, onRemoveCoupon, removing }: QuoteLinesProps) {
  return (
    <dl className="grid content-start gap-1 tabular">
      {quote.lines.map((line) => (
        <div key={line.kind} className="flex min-h-11 items-center justify-between gap-4">
          <dt className="flex flex-wrap items-center gap-x-2 text-ink-2">
            {line.label}
            {line.kind === "coupon" && (
              <Button
                variant="ghost"
                size="sm"
                pending={removing}
                pendingLabel="Removing the coupon…"
                aria-label={`Remove coupon ${line.label}`}
                onClick={onRemoveCoupon}
              >
                Remove
              </Button>
            )}
          </dt>
          <dd>{formatPrice(line.amount)}</dd>
        </div>
      ))}
      <div className="mt-2 flex items-baseline justify-between gap-4 border-t border-line pt-4 font-semibold">
        <dt>You pay, once</dt>
        <dd className="font-text text-2xl font-semibold tabular">{formatPrice(quote.newPrice)}</dd>
      </div>
    </dl>
  );
}

/** Undefined: the launch offer, automatically; empty: none; else the typed code. As in the endpoint. */
export type RequestedCoupon = string | undefined;

const messages = {
  failed: "The price could not be loaded.",
  network: networkMessages.unavailableInForm,
};

const quoteQueryKey = (planType: PlanType, coupon: RequestedCoupon) => [
  ...queryKeyFor("POST /api/user/purchase-plan"),
  { planType, coupon },
];

function fetchQuote(planType: PlanType, coupon: RequestedCoupon, signal?: AbortSignal): Promise<Quote> {
  const body = { planType, ...(coupon === undefined ? {} : { coupon }) };
  return call("POST /api/user/purchase-plan", { body, ...(signal === undefined ? {} : { signal }) });
}

/**
 * The price of a plan for this user, with the requested coupon. A refused coupon leaves the price unchanged.
 */
export function useQuote(planType: PlanType) {
  const queryClient = useQueryClient();
  const [coupon, setCoupon] = useState<RequestedCoupon>(undefined);
  const [couponInput, setCouponInput] = useState("");
  const quote = useQuery({
    queryKey: quoteQueryKey(planType, coupon),
    queryFn: ({ signal }) => fetchQuote(planType, coupon, signal),
    placeholderData: keepPreviousData,
  });
  // Only read from the cache: the panel's first price has the launch offer in it, if there is one.
  const { data: automatic } = useQuery({
    queryKey: quoteQueryKey(planType, undefined),
    queryFn: ({ signal }) => fetchQuote(planType, undefined, signal),
    enabled: false,
  });
  const launchCoupon = automatic?.coupon ?? null;
  const couponRequest = useMutation({
    mutationFn: (requested: RequestedCoupon) => fetchQuote(planType, requested),
    onSuccess: (priced, wanted) => {
      queryClient.setQueryData(quoteQueryKey(planType, wanted), priced);
      setCoupon(wanted);
      setCouponInput("");
    },
  });
  return {
    quote: quote.data ?? null,
    problem: quote.error && errorMessage(quote.error, messages),
    retry: () => void quote.refetch(),
    retrying: quote.isFetching,
    coupon,
    /** There is a launch offer, and the shown price is without it. */
    hasLeftLaunchOffer: launchCoupon !== null && quote.data?.coupon !== launchCoupon,
    /** The content of the coupon field; cleared when the coupon is accepted. */
    typed: couponInput,
    setTyped: setCouponInput,
    /** Prices the plan with another coupon and keeps it if the server accepts it. */
    requestCoupon: couponRequest.mutate,
    isRequestingCoupon: couponRequest.isPending,
    couponProblem:
      couponRequest.error &&
      (fieldProblems(couponRequest.error)[0]?.msg ?? errorMessage(couponRequest.error, messages)),
    /** Replaces the quote with a fresher one, such as that of a refused order. */
    replace: (fresh: Quote) => queryClient.setQueryData(quoteQueryKey(planType, coupon), fresh),
  };
}

/**
 * Says that a typed coupon costs more than the automatic discount, with both prices; null when it does not.
 */
export function cheaperCouponText({ coupon, newPrice, cheaper }: Quote): string | null {
  if (cheaper === undefined || coupon === null) return null;
  const [dear, cheap] = [formatPrice(newPrice), formatPrice(cheaper.newPrice)];
  return `With ${coupon} you pay ${dear}; with ${cheaper.coupon}, which is applied automatically, only ${cheap}.`;
}
