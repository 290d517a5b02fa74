import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { ErrorState, LoadingLines, loadWithStyles } from "../ui/loading.tsx";

/** A component that is fetched only when it is needed. */
interface LazyPartSource<Part> {
  /** The part as the start of a sentence: "The editor". No two parts have the same name. */
  name: string;
  /** Imports the component. */
  load: () => Promise<Part>;
  /** The lines of its loading state. Without this, its place is empty until it appears. */
  lines?: number;
}

const partQuery = <Part,>(source: LazyPartSource<Part>) =>
  queryOptions({
    queryKey: ["later part", source.name],
    queryFn: async () => ({ Part: await loadWithStyles(source) }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

interface LaterPartProps<Part> {
  source: LazyPartSource<Part>;
  /** Draws the loading state and the failure, for a part that is a whole screen. */
  frame?: (state: ReactNode) => ReactNode;
  children: (Part: Part) => ReactNode;
}

/**
 * The place of a part. With `React.lazy`, a part that could not be fetched would replace the whole page until a
 * reload. Here only its place says so and offers another try.
 */
export function LazyPart<Part>({ source, frame = (state) => state, children }: LaterPartProps<Part>) {
  const { name, lines = 0 } = source;
  const { data, isPending, isFetching, refetch } = useQuery(partQuery(source));
  if (data !== undefined) return children(data.Part);
  if (isPending) return frame(lines > 0 && <LoadingLines label={`${name} is loading…`} lines={lines} />);
  return frame(
    <ErrorState
      message={`${name} could not be loaded. Check your connection.`}
      onRetry={refetch}
      retrying={isFetching}
    />,
  );
}

/** The shortest pause between two attempts to load parts ahead. */
const pauseMilliseconds = 5_000;

/**
 * Loads parts once somebody uses the page, or after a while. After a failure, a later key or press tries again, and a
 * part that is still missing loads when it is shown. Needs the same array each time.
 */
export function useLoadAhead(
  sources: readonly LazyPartSource<unknown>[],
  { afterMilliseconds }: { afterMilliseconds?: number } = {},
): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const used = new AbortController();
    let triedAt = Number.NEGATIVE_INFINITY;
    const load = async () => {
      if (Date.now() - triedAt < pauseMilliseconds) return;
      triedAt = Date.now();
      const loads = sources.map((source) => queryClient.fetchQuery(partQuery(source)));
      const results = await Promise.allSettled(loads);
      // The query client has logged the failures.
      if (results.every(({ status }) => status === "fulfilled")) used.abort();
    };
    for (const event of ["keydown", "pointerdown"]) {
      document.addEventListener(event, load, { signal: used.signal });
    }
    const timer = afterMilliseconds === undefined ? undefined : setTimeout(load, afterMilliseconds);
    return () => {
      clearTimeout(timer);
      used.abort();
    };
  }, [queryClient, sources, afterMilliseconds]);
}

/** The dialog that asks before a change, for pages that must appear fast. For `LazyPart` and `useLoadAhead`. */
export const confirmDialogPart = {
  name: "The confirmation",
  load: () => import("../ui/dialogs.tsx").then(({ ConfirmDialog }) => ConfirmDialog),
};
