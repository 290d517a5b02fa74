import type { Endpoint, EndpointOutput } from "@greenroom/contract/endpoint.ts";
import { MutationCache, QueryCache, QueryClient, queryOptions } from "@tanstack/react-query";
import { type CallArguments, call } from "./client.ts";
import { ApiError, isPassing, NetworkError } from "./errors.ts";
import type { LightEndpoint } from "./light-endpoint.ts";

const longestWaitSeconds = 10;

/** The cache's key of every query of an endpoint, whatever it was asked with; for `invalidateQueries`. */
export function keyOf(endpoint: { readonly path: string }): readonly [string] {
  return [endpoint.path];
}

/** The query of a GET endpoint: `useQuery(queryOf(listBookings))`, `useQuery(queryOf(getRoom, { params: { id } }))`. */
export function queryOf<E extends Endpoint>(endpoint: E | LightEndpoint<E>, ...input: CallArguments<E>) {
  const given = input[0] as { params?: unknown; query?: unknown } | undefined;
  return queryOptions<EndpointOutput<E>>({
    queryKey: [...keyOf(endpoint), { params: given?.params, query: given?.query }],
    queryFn: ({ signal }) => call(endpoint, ...([{ ...given, signal }] as CallArguments<E>)),
  });
}

function shouldRetry(failures: number, error: unknown): boolean {
  if (error instanceof NetworkError && error.timedOut) return false;
  return failures < 2 && isPassing(error);
}

function retryDelay(failures: number, error: unknown): number {
  const asked = error instanceof ApiError ? error.retryAfterSeconds : null;
  return 1000 * Math.min(asked ?? 2 ** failures, longestWaitSeconds);
}

/** Refusals and a lost connection are shown on the page; anything else is a fault of ours and must be seen. */
function logFault(error: unknown): void {
  if (!(error instanceof ApiError) && !(error instanceof NetworkError)) console.error(error);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: logFault }),
    mutationCache: new MutationCache({ onError: logFault }),
    defaultOptions: {
      // "always": a page that is offline must say so, and not wait in silence for the line to come back.
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
