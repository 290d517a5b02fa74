import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "../../../api/errors.ts";

interface ConfirmedRemovalOptions<Thing> {
  /** Removes it and returns the message to show. */
  remove: (thing: Thing) => Promise<string>;
  messages: { failed: string; network: string };
  /** Awaited before the confirmation closes. */
  onSettled: (message: string) => Promise<void>;
}

/** Removes something after a confirmation. */
export function useConfirmedRemoval<Thing>({ remove, messages, onSettled }: ConfirmedRemovalOptions<Thing>) {
  const [pendingItem, setPendingItem] = useState<Thing | null>(null);
  const mutation = useMutation({
    mutationFn: async (thing: Thing) => {
      const message = await remove(thing).catch((error: unknown) => `❌ ${errorMessage(error, messages)}`);
      await onSettled(message);
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
