import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { isFinalRefusal } from "../api/client.ts";

const retryDelayMilliseconds = 4_000;

interface AutosaveOptions<Value> {
  /** Saves with this name run one at a time, so that the last change wins. */
  name: string;
  /** Counted from the last change, in milliseconds. */
  delayMilliseconds: number;
  save: (value: Value) => Promise<unknown>;
}

/**
 * A value that is saved as it changes. An unsaved change is sent when the user leaves the page. After a refusal, it is
 * sent again when it has changed.
 */
export function useAutosave<Value>(
  initial: Value,
  { name, delayMilliseconds, save }: AutosaveOptions<Value>,
) {
  const [value, setValue] = useState(initial);
  const [saved, setSaved] = useState(initial);
  const { mutate, isPending, isError, error, variables } = useMutation({
    mutationFn: save,
    scope: { id: name },
    onSuccess: (_answer, sent) => setSaved(sent),
  });
  const isChanged = value !== saved;
  const isFinal = isFinalRefusal(error);
  // The same value would be refused again; a changed one may not.
  const isRefused = isFinal && value === variables;
  const isRetrying = isError && !isFinal;
  useEffect(() => {
    if (!isChanged || isPending || isRefused) return;
    const delay = isRetrying ? retryDelayMilliseconds : delayMilliseconds;
    const timer = setTimeout(() => mutate(value), delay);
    return () => clearTimeout(timer);
  }, [value, isChanged, isPending, isRefused, isRetrying, delayMilliseconds, mutate]);
  const unsaved = useRef<{ value: Value } | null>(null);
  unsaved.current = isChanged && !isRefused ? { value } : null;
  useEffect(
    () => () => {
      if (unsaved.current !== null) mutate(unsaved.current.value);
    },
    [mutate],
  );
  const state = !isChanged ? "saved" : isRefused ? "refused" : isRetrying ? "retrying" : "saving";
  return { value, setValue, state, error } as const;
}
