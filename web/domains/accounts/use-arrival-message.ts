import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";

/** What the page before had to say, such as that a payment was taken; said once, not again after a reload. */
export function useArrivalMessage(): string | null {
  const { state, search } = useLocation();
  const navigate = useNavigate();
  const [message] = useState<string | null>(() =>
    typeof state?.message === "string" ? state.message : null,
  );
  const isSaid = state === null;
  useEffect(() => {
    if (message !== null && !isSaid)
      navigate({ search }, { replace: true, state: null, preventScrollReset: true });
  }, [message, isSaid, search, navigate]);
  return message;
}
