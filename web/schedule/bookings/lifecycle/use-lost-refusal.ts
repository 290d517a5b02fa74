import { useEffect, useEffectEvent, useRef } from "react";
import { ApiError } from "../../../api/errors.ts";
import type { Notice } from "../../../ui/status/status-message.tsx";

/**
 * For a dialog that changes a booking and shows a refusal itself. If another tab has changed the booking, the reload
 * after the refusal removes the dialog together with the action, and `onLost` receives the refusal instead.
 */
export function useLostRefusal(onLost: (notice: Notice) => void) {
  const isGone = useRef(false);
  const shown = useRef<Notice | null>(null);
  const passOn = useEffectEvent(() => {
    if (shown.current !== null) onLost(shown.current);
  });
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      passOn();
    };
  }, []);
  return {
    /** The reload may remove the dialog before or after this. */
    record(error: Error) {
      if (!(error instanceof ApiError) || error.code !== "conflict") return;
      const notice: Notice = { message: error.msg, tone: "wait" };
      if (isGone.current) onLost(notice);
      else shown.current = notice;
    },
    /** The person has read it, or tries again. */
    clear() {
      shown.current = null;
    },
  };
}
