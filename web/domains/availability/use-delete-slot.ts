import { deleteAvailability } from "@greenroom/contract/availability.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/client.ts";
import { messageOf } from "../../api/errors.ts";
import { sentences, useRefreshCalendar } from "./queries.ts";

interface DeleteSlotOptions {
  onDeleted: () => void;
  onRefused: (message: string) => void;
}

/** Taking a free slot back, after its question. Whatever comes of it, the calendar is read anew: a refusal means that it has changed. */
export function useDeleteSlot({ onDeleted, onRefused }: DeleteSlotOptions) {
  const [asked, setAsked] = useState<string | null>(null);
  const refresh = useRefreshCalendar();
  const remove = useMutation({
    mutationFn: (id: string) => call(deleteAvailability, { params: { id } }),
    onSuccess: onDeleted,
    onError: (error) => onRefused(messageOf(error, sentences.remove)),
    onSettled: () => {
      setAsked(null);
      return refresh();
    },
  });
  return {
    isAsked: asked !== null,
    isDeleting: remove.isPending,
    ask: setAsked,
    confirm() {
      if (asked !== null) remove.mutate(asked);
    },
    cancel: () => setAsked(null),
  };
}
