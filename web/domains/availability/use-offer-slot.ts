import { addAvailability } from "@greenroom/contract/availability.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/client.ts";
import { messageOf } from "../../api/errors.ts";
import { dayKey } from "../../ui/time/format-day.ts";
import { sentences, useRefreshCalendar } from "./queries.ts";
import { pastSlot, slotOverDays } from "./slot-words.ts";

interface OfferSlotOptions {
  timeZone: string;
  onAdded: (startsAt: Date) => void;
  onRefused: (message: string) => void;
}

/** Making a slot: a time is proposed, the question is asked, and only its yes reaches the server. */
export function useOfferSlot({ timeZone, onAdded, onRefused }: OfferSlotOptions) {
  const [proposed, setProposed] = useState<Date | null>(null);
  const refresh = useRefreshCalendar();
  const add = useMutation({
    mutationFn: async (startsAt: Date) => {
      await call(addAvailability, { body: { slotTime: startsAt.toISOString() } });
      await refresh();
    },
    onSuccess: (_, startsAt) => onAdded(startsAt),
    onError: (error) => onRefused(messageOf(error, sentences.add)),
    onSettled: () => setProposed(null),
  });
  return {
    proposed,
    isAdding: add.isPending,
    /** `chosenTo`: how far a drag went. Of it the start counts, for a slot is as long as every other. */
    propose(startsAt: Date, chosenTo: Date = startsAt) {
      const lastInstant = new Date(Math.max(startsAt.getTime(), chosenTo.getTime() - 1));
      if (startsAt.getTime() <= Date.now()) onRefused(pastSlot);
      else if (dayKey(startsAt, timeZone) !== dayKey(lastInstant, timeZone)) onRefused(slotOverDays);
      else setProposed(startsAt);
    },
    confirm() {
      if (proposed) add.mutate(proposed);
    },
    cancel: () => setProposed(null),
  };
}
