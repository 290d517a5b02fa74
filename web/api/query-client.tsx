import type { Endpoint, EndpointOutput } from "@greenroom/contract/kernel/endpoint.ts";
import {
  infiniteQueryOptions,
  MutationCache,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  queryOptions,
} from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ApiError, type CallArguments, call, callForPage, isTransient, NetworkError } from "./client.ts";

const maxRetryDelaySeconds = 10;

/** The cache key of every query of an endpoint, whatever its input; for `invalidateQueries`. */
export function queryKeyFor(endpoint: { readonly path: string }): readonly [string] {
  return [endpoint.path];
}

/**
 * The query of a GET endpoint: `useQuery(queryOptionsFor(listBookings))`, `useQuery(queryOptionsFor(getRoom,
 * { params: { id } }))`.
 */
export function queryOptionsFor<E extends Endpoint>(endpoint: E, ...input: CallArguments<E>) {
  const request = input[0] as { params?: unknown; query?: unknown } | undefined;
  return queryOptions<EndpointOutput<E>>({
    queryKey: [...queryKeyFor(endpoint), { params: request?.params, query: request?.query }],
    queryFn: ({ signal }) => call(endpoint, ...([{ ...request, signal }] as CallArguments<E>)),
  });
}

/** How many rows a screen loads at once. */
const pageRows = "25";

/**
 * The query of a list that has pages, for `useInfiniteQuery`. Its key begins like that of the whole list, so
 * that `invalidateQueries` with `queryKeyFor` includes it.
 */
export function pageOptionsFor<E extends Endpoint>(
  endpoint: E,
  query: Record<string, unknown> = {},
  params?: Record<string, string>,
) {
  return infiniteQueryOptions({
    queryKey: [...pagesKeyFor(endpoint), query, params] as const,
    queryFn: ({ signal, pageParam }) => {
      const input = { params, query: { ...query, limit: pageRows, after: pageParam ?? undefined }, signal };
      return callForPage(endpoint, ...([input] as unknown as CallArguments<E>));
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
}

/**
 * The query of all rows of a list that has pages, for screens that cannot show a part, such as a calendar. The input
 * must bound the list.
 */
export function allRowsOptionsFor<E extends Endpoint>(endpoint: E, query: Record<string, string>) {
  return queryOptions<EndpointOutput<E>>({
    queryKey: [...queryKeyFor(endpoint), "all", query],
    async queryFn({ signal }) {
      const rows: unknown[] = [];
      let after: string | undefined;
      do {
        const input = [{ query: { ...query, after }, signal }] as unknown as CallArguments<E>;
        const page = await callForPage(endpoint, ...input);
        rows.push(...(page.output as unknown[]));
        after = page.next ?? undefined;
      } while (after !== undefined);
      return rows as EndpointOutput<E>;
    },
  });
}

/** The cache key of every paged list of an endpoint, whatever its filter. */
export function pagesKeyFor(endpoint: { readonly path: string }): readonly [string, "pages"] {
  return [endpoint.path, "pages"];
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
