import { addAvailability } from "@greenroom/contract/availability.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/client.ts";
import { messageOf } from "../../api/errors.ts";
import { sentences, useRefreshCalendar } from "./queries.ts";
import { pastSlot } from "./slot-words.ts";

interface OfferSlotOptions {
  onAdded: (startsAt: Date) => void;
  onRefused: (message: string) => void;
}

/** Making a slot: a time is proposed, the question is asked, and only its yes reaches the server. */
export function useOfferSlot({ onAdded, onRefused }: OfferSlotOptions) {
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
    propose(startsAt: Date) {
      if (startsAt.getTime() <= Date.now()) onRefused(pastSlot);
      else setProposed(startsAt);
    },
    confirm() {
      if (proposed) add.mutate(proposed);
    },
    cancel: () => setProposed(null),
  };
}
