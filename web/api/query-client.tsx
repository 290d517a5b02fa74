import {
  infiniteQueryOptions,
  MutationCache,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  queryOptions,
  useQueryClient,
} from "@tanstack/react-query";
import { type ReactNode, useCallback, useState } from "react";
import { ApiError, type CallArguments, call, callForPage, isTransient, NetworkError } from "./client.ts";
import type { EndpointName, OutputOf } from "./endpoints.ts";

const maxRetryDelaySeconds = 10;

/** The cache key of every query of an endpoint, whatever its input; for `invalidateQueries`. */
export function queryKeyFor(endpoint: EndpointName): readonly [EndpointName] {
  return [endpoint];
}

/**
 * The query of a GET endpoint: `useQuery(queryOptionsFor("GET /api/user/bookings"))`, or
 * `useQuery(queryOptionsFor("GET /api/rooms/:id", { params: { id } }))`.
 */
export function queryOptionsFor<Name extends EndpointName>(endpoint: Name, ...input: CallArguments<Name>) {
  const request = input[0] as { params?: unknown; query?: unknown } | undefined;
  return queryOptions<OutputOf<Name>>({
    queryKey: [...queryKeyFor(endpoint), { params: request?.params, query: request?.query }],
    queryFn: ({ signal }) => call(endpoint, ...([{ ...request, signal }] as CallArguments<Name>)),
  });
}

/** How many rows a screen loads at once. */
const pageRows = "25";

/**
 * The query of a list that has pages, for `useInfiniteQuery`. Its key begins like that of the whole list, so
 * that `invalidateQueries` with `queryKeyFor` includes it.
 */
export function pageOptionsFor<Name extends EndpointName>(
  endpoint: Name,
  query: Record<string, unknown> = {},
  params?: Record<string, string>,
) {
  return infiniteQueryOptions({
    queryKey: [...pagesKeyFor(endpoint), query, params] as const,
    queryFn: ({ signal, pageParam }) => {
      const input = { params, query: { ...query, limit: pageRows, after: pageParam ?? undefined }, signal };
      return callForPage(endpoint, ...([input] as unknown as CallArguments<Name>));
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
}

/**
 * The query of all rows of a list that has pages, for screens that cannot show a part, such as a calendar. The input
 * must bound the list.
 */
export function allRowsOptionsFor<Name extends EndpointName>(endpoint: Name, query: Record<string, string>) {
  return queryOptions<OutputOf<Name>>({
    queryKey: [...queryKeyFor(endpoint), "all", query],
    async queryFn({ signal }) {
      const rows: unknown[] = [];
      let after: string | undefined;
      do {
        const input = [{ query: { ...query, after }, signal }] as unknown as CallArguments<Name>;
        const page = await callForPage(endpoint, ...input);
        rows.push(...(page.output as unknown[]));
        after = page.next ?? undefined;
      } while (after !== undefined);
      return rows as OutputOf<Name>;
    },
  });
}

/** The cache key of every paged list of an endpoint, whatever its filter. */
export function pagesKeyFor(endpoint: EndpointName): readonly [EndpointName, "pages"] {
  return [endpoint, "pages"];
}

/** Returns a function that reloads the answers of these endpoints. Its promise resolves after all are loaded. */
export function useReload(endpoints: readonly EndpointName[]): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    await Promise.all(
      endpoints.map((endpoint) => client.invalidateQueries({ queryKey: queryKeyFor(endpoint) })),
    );
  }, [client, endpoints]);
}

function shouldRetry(failures: number, error: unknown): boolean {
  if (error instanceof NetworkError && error.timedOut) return false;
  return failures < 2 && isTransient(error);
}

function retryDelay(failures: number, error: unknown): number {
  const retryAfterSeconds = error instanceof ApiError ? error.retryAfterSeconds : null;
  return 1000 * Math.min(retryAfterSeconds ?? 2 ** failures, maxRetryDelaySeconds);
}

/** Pages show refusals and a lost connection; any other error is a bug and must appear in the console. */
function logUnexpectedError(error: unknown): void {
  if (!(error instanceof ApiError) && !(error instanceof NetworkError)) console.error(error);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: logUnexpectedError }),
    mutationCache: new MutationCache({ onError: logUnexpectedError }),
    defaultOptions: {
      // "always": a page that is offline must say so instead of waiting silently for the connection.
      queries: {
        networkMode: "always",
        retry: shouldRetry,
        retryDelay,
        refetchOnReconnect: true,
        staleTime: 10_000,
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
}

/** Provides the cache of server answers to every page. The outermost provider, around SessionProvider. */
export function ApiProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
