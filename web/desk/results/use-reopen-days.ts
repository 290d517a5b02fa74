import {
  listClosedDays,
  previewReopening,
  reopenDays,
} from "@greenroom/contract/desk/bookings/closed-days.ts";
import { useRefresh } from "../actions/use-refresh.ts";
import type { ActionResult } from "./result-notice.tsx";
import { useUndo } from "./use-undo.ts";

const changed = [listClosedDays];
const reopening = { preview: previewReopening, perform: reopenDays };

/** The undo of closing days with a cancellation, if it closed one: the interviews themselves stay canceled. */
export function useReopenDays(): (daysOff: readonly string[] | undefined) => Partial<ActionResult> {
  const inverse = useUndo();
  const refresh = useRefresh(changed);
  return (daysOff = []) => {
    if (daysOff.length === 0) return {};
    const open = inverse({ action: reopening, input: { daysOff } });
    return {
      undo: async () => {
        const done = await open();
        await refresh();
        return done;
      },
      undoLabel: daysOff.length === 1 ? "Open the day again" : "Open the days again",
    };
  };
}
