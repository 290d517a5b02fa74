import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../../../api/errors.ts";

interface RemovalOptions<Thing> {
  /** Does it, and answers what to say of it. */
  remove: (thing: Thing) => Promise<string>;
  sentences: { failed: string; network: string };
  /** Awaited before the question closes. */
  onSettled: (news: string) => Promise<void>;
}

/** Something that is asked about before it is taken away. */
export function useRemoval<Thing>({ remove, sentences, onSettled }: RemovalOptions<Thing>) {
  const [asked, setAsked] = useState<Thing | null>(null);
  const mutation = useMutation({
    mutationFn: async (thing: Thing) => {
      const news = await remove(thing).catch((error: unknown) => `❌ ${messageOf(error, sentences)}`);
      await onSettled(news);
    },
    onSettled: () => setAsked(null),
  });
  return {
    asked,
    ask: setAsked,
    cancel: () => setAsked(null),
    confirm: () => asked !== null && mutation.mutate(asked),
    pending: mutation.isPending,
  };
}
