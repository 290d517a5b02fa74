import { type PlanType, type Quote, quotePlan } from "@greenroom/contract/money/plans.ts";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/client.ts";
import { errorMessage, fieldProblems } from "../../api/errors.ts";
import { networkMessages } from "../../api/network-messages.ts";
import { queryKeyFor } from "../../api/query-client.ts";

/** Undefined: the launch offer, automatically; empty: none; else the typed code. As in the endpoint. */
export type RequestedCoupon = string | undefined;

const messages = {
  failed: "The price could not be loaded.",
  network: networkMessages.unavailableInForm,
};

const quoteQueryKey = (planType: PlanType, coupon: RequestedCoupon) => [
  ...queryKeyFor(quotePlan),
  { planType, coupon },
];

function fetchQuote(planType: PlanType, coupon: RequestedCoupon, signal?: AbortSignal): Promise<Quote> {
  const body = { planType, ...(coupon === undefined ? {} : { coupon }) };
  return call(quotePlan, { body, ...(signal === undefined ? {} : { signal }) });
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
