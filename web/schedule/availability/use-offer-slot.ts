import { addAvailability } from "@greenroom/contract/schedule/availability.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/client.ts";
import { errorMessage } from "../../api/errors.ts";
import { dayKey } from "../../format/format-day.ts";
import { calendarMessages, useRefreshCalendar } from "./queries.ts";
import { pastSlotMessage, slotOverTwoDaysMessage } from "./slot-text.ts";

interface OfferSlotOptions {
  timeZone: string;
  onAdded: (startsAt: Date) => void;
  onRefused: (message: string) => void;
}

/** Adds a slot: a proposed time is sent to the server only after the interviewer confirms it. */
export function useOfferSlot({ timeZone, onAdded, onRefused }: OfferSlotOptions) {
  const [proposed, setProposed] = useState<Date | null>(null);
  const refresh = useRefreshCalendar();
  const add = useMutation({
    mutationFn: async (startsAt: Date) => {
      await call(addAvailability, { body: { slotTime: startsAt.toISOString() } });
      await refresh();
    },
    onSuccess: (_, startsAt) => onAdded(startsAt),
    onError: (error) => onRefused(errorMessage(error, calendarMessages.add)),
    onSettled: () => setProposed(null),
  });
  return {
    proposed,
    isAdding: add.isPending,
    /** `dragEnd`: where a drag ended. Only its start counts, because all slots have the same length. */
    propose(startsAt: Date, dragEnd: Date = startsAt) {
      const lastInstant = new Date(Math.max(startsAt.getTime(), dragEnd.getTime() - 1));
      if (startsAt.getTime() <= Date.now()) onRefused(pastSlotMessage);
      else if (dayKey(startsAt, timeZone) !== dayKey(lastInstant, timeZone))
        onRefused(slotOverTwoDaysMessage);
      else setProposed(startsAt);
    },
    confirm() {
      if (proposed) add.mutate(proposed);
    },
    cancel: () => setProposed(null),
  };
}
