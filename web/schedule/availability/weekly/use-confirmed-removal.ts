import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "../../../api/errors.ts";
import type { Notice } from "../../../ui/status/status-message.tsx";
import { withSign } from "../../../ui/status/with-sign.ts";

interface ConfirmedRemovalOptions<Thing> {
  /** Removes it and returns the message to show. */
  remove: (thing: Thing) => Promise<string>;
  messages: { failed: string; network: string };
  /** Awaited before the confirmation closes. */
  onSettled: (notice: Notice) => Promise<void>;
}

/** Removes something after a confirmation. */
export function useConfirmedRemoval<Thing>({ remove, messages, onSettled }: ConfirmedRemovalOptions<Thing>) {
  const [pendingItem, setPendingItem] = useState<Thing | null>(null);
  const mutation = useMutation({
    mutationFn: async (thing: Thing) => {
      const notice = await remove(thing).then(
        (message): Notice => ({ message, tone: "good" }),
        (error: unknown): Notice => ({ message: withSign("❌", errorMessage(error, messages)), tone: "bad" }),
      );
      await onSettled(notice);
    },
    onSettled: () => setPendingItem(null),
  });
  return {
    asked: pendingItem,
    requestRemoval: setPendingItem,
    cancel: () => setPendingItem(null),
    confirm: () => pendingItem !== null && mutation.mutate(pendingItem),
    pending: mutation.isPending,
  };
}
