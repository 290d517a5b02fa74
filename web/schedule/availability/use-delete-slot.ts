import { deleteAvailability } from "@greenroom/contract/schedule/availability.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/client.ts";
import { errorMessage } from "../../api/errors.ts";
import { calendarMessages, useRefreshCalendar } from "./queries.ts";

interface DeleteSlotOptions {
  onDeleted: () => void;
  onRefused: (message: string) => void;
}

/**
 * Deletes a free slot after a confirmation. Reloads the calendar in any case, because a refusal means that it has
 * changed.
 */
export function useDeleteSlot({ onDeleted, onRefused }: DeleteSlotOptions) {
  const [pendingSlotId, setPendingSlotId] = useState<string | null>(null);
  const refresh = useRefreshCalendar();
  const remove = useMutation({
    mutationFn: (id: string) => call(deleteAvailability, { params: { id } }),
    onSuccess: onDeleted,
    onError: (error) => onRefused(errorMessage(error, calendarMessages.remove)),
    onSettled: () => {
      setPendingSlotId(null);
      return refresh();
    },
  });
  return {
    isConfirming: pendingSlotId !== null,
    isDeleting: remove.isPending,
    requestDelete: setPendingSlotId,
    confirm() {
      if (pendingSlotId !== null) remove.mutate(pendingSlotId);
    },
    cancel: () => setPendingSlotId(null),
  };
}
