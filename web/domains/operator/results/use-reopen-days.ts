import { previewReopening, reopenDays } from "@greenroom/contract/operator/bookings/closed-days.ts";
import type { ActionResult } from "./result-notice.tsx";
import { useUndo } from "./use-undo.ts";

const reopening = { preview: previewReopening, confirm: reopenDays };

/** The undo of closing days with a cancellation, if it closed one: the interviews themselves stay canceled. */
export function useReopenDays(): (daysOff: readonly string[] | undefined) => Partial<ActionResult> {
  const inverse = useUndo();
  return (daysOff = []) => {
    if (daysOff.length === 0) return {};
    return {
      undo: inverse({ action: reopening, input: { daysOff } }),
      undoLabel: daysOff.length === 1 ? "Open the day again" : "Open the days again",
    };
  };
}
