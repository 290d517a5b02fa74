import { type PlanType, type Quote, quotePlan } from "@greenroom/contract/plans.ts";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/client.ts";
import { fieldProblems, messageOf } from "../../api/errors.ts";
import { keyOf } from "../../api/queries.ts";

/** Undefined: the launch offer, by itself; empty: none; else what was typed. As the endpoint has it. */
export type CouponWish = string | undefined;

const sentences = {
  failed: "The price could not be loaded.",
  network: "Network error or server unavailable",
};

const keyFor = (planType: PlanType, coupon: CouponWish) => [...keyOf(quotePlan), { planType, coupon }];

function askFor(planType: PlanType, coupon: CouponWish, signal?: AbortSignal): Promise<Quote> {
  const body = { planType, ...(coupon === undefined ? {} : { coupon }) };
  return call(quotePlan, { body, ...(signal === undefined ? {} : { signal }) });
}

/** The price of a plan for this person, with the coupon that is wished for. A refused coupon leaves the price as it was. */
export function useQuote(planType: PlanType) {
  const queryClient = useQueryClient();
  const [coupon, setCoupon] = useState<CouponWish>(undefined);
  const [typed, setTyped] = useState("");
  const quote = useQuery({
    queryKey: keyFor(planType, coupon),
    queryFn: ({ signal }) => askFor(planType, coupon, signal),
    placeholderData: keepPreviousData,
  });
  const wish = useMutation({
    mutationFn: (wanted: CouponWish) => askFor(planType, wanted),
    onSuccess: (priced, wanted) => {
      queryClient.setQueryData(keyFor(planType, wanted), priced);
      setCoupon(wanted);
      setTyped("");
    },
  });
  return {
    quote: quote.data ?? null,
    problem: quote.error && messageOf(quote.error, sentences),
    retry: () => void quote.refetch(),
    retrying: quote.isFetching,
    coupon,
    /** What stands in the coupon's field; emptied when a wish is granted. */
    typed,
    setTyped,
    /** Prices the plan with another coupon and keeps it if the server takes it. */
    wishFor: wish.mutate,
    wishing: wish.isPending,
    couponProblem: wish.error && (fieldProblems(wish.error)[0]?.msg ?? messageOf(wish.error, sentences)),
    /** Puts a fresher price in, as a refused order brings it. */
    replace: (fresh: Quote) => queryClient.setQueryData(keyFor(planType, coupon), fresh),
  };
}
