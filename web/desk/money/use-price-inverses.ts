import {
  changeFounding,
  changePrice,
  getDeskPrices,
  previewFoundingChange,
  previewPriceChange,
  previewPriceWithdrawal,
  withdrawPrice,
} from "@greenroom/contract/desk/money/prices.ts";
import { useRefresh } from "../actions/use-refresh.ts";
import type { ActionResult } from "../results/result-notice.tsx";
import { useUndo } from "../results/use-undo.ts";

export const changedPrices = [getDeskPrices];
export const priceAction = { preview: previewPriceChange, perform: changePrice };
export const foundingAction = { preview: previewFoundingChange, perform: changeFounding };
const withdrawal = { preview: previewPriceWithdrawal, perform: withdrawPrice };

type VersionAction = typeof priceAction | typeof foundingAction;

/** A version that has not started, with the action and the input that would create it again. */
export interface ComingVersion {
  id: string;
  action: VersionAction;
  input: Record<string, unknown>;
}

interface Change {
  /** The new version. */
  id: string;
  /** Null if it applies at once. */
  startsAt: string | null;
  /** The values that applied before. */
  former: Record<string, unknown>;
  action: VersionAction;
}

/**
 * The undo of each action on prices. Neither the action nor its undo changes the price of an order or a
 * quote.
 */
export function usePriceUndos() {
  const inverse = useUndo();
  const refresh = useRefresh(changedPrices);
  const andRefresh = (run: () => Promise<ActionResult>) => async () => {
    const result = await run();
    await refresh();
    return result;
  };
  return {
    /** Withdraws a version that has not started; after its start, sets the former values as a new version. */
    ofChange: ({ id, startsAt, former, action }: Change) =>
      andRefresh(() => {
        const hasStarted = startsAt === null || new Date(startsAt) <= new Date();
        return hasStarted
          ? inverse({ action, input: { ...former, startsAt: null, replaces: id } })()
          : inverse({ subjectId: id, action: withdrawal })();
      }),
    /** Creates the withdrawn version again. */
    ofWithdrawal: ({ action, input }: ComingVersion) => andRefresh(inverse({ action, input })),
  };
}
