import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";

/**
 * A message from the previous page, such as that a payment succeeded; shown once, not again after a reload.
 */
export function useNavigationMessage(): string | null {
  const { state, search } = useLocation();
  const navigate = useNavigate();
  const [message] = useState<string | null>(() =>
    typeof state?.message === "string" ? state.message : null,
  );
  const isCleared = state === null;
  useEffect(() => {
    if (message !== null && !isCleared)
      navigate({ search }, { replace: true, state: null, preventScrollReset: true });
  }, [message, isCleared, search, navigate]);
  return message;
}
