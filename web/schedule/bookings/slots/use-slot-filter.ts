import type { Slot } from "@greenroom/contract/schedule/availability.ts";
import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { readInterviewerId, readSlotFilter, type SlotFilter, writeSlotFilter } from "./slot-filter.ts";

/** The URL contains the filter, so that a reload, a link and the back button show the same slots. */
export function useSlotFilter(slots: readonly Slot[]) {
  const [address, setAddress] = useSearchParams();
  const filter = useMemo(() => readSlotFilter(address, slots), [address, slots]);
  const setFilter = useCallback(
    (changed: SlotFilter) =>
      setAddress((current) => writeSlotFilter(current, changed), { replace: true, preventScrollReset: true }),
    [setAddress],
  );
  return [filter, setFilter] as const;
}

/** Known before any slot has been loaded. */
export function useChosenInterviewerId(): string | null {
  const [address] = useSearchParams();
  return readInterviewerId(address);
}
