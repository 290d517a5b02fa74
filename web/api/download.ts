import type { Endpoint } from "@greenroom/contract/core/endpoint.ts";
import { currentToken } from "./access-token.ts";
import { NetworkError } from "./errors.ts";
import { apiErrorFrom, requestUrl } from "./request.ts";
import { startRequestTimeout } from "./request-timeout.ts";
import { sessionEnded } from "./session-ended.ts";

/** Long enough for many files over a slow connection. */
const downloadTimeoutMilliseconds = 120_000;

/**
 * Fetches a file from an endpoint and offers it as a download.
 *
 * @throws ApiError, NetworkError, like `call`.
 */
export async function download(
  endpoint: Endpoint,
  fileName: string,
  params: Record<string, string> = {},
  query: Record<string, string | undefined> = {},
): Promise<void> {
  const token = currentToken();
  const blob = await fetchBlob(endpoint, requestUrl(endpoint, params, query), token);
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser must have begun to read it before.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

async function fetchBlob(endpoint: Endpoint, url: string, token: string | null): Promise<Blob> {
  const headers = token === null ? {} : { Authorization: `Bearer ${token}` };
  const timeout = startRequestTimeout(downloadTimeoutMilliseconds);
  const { signal } = timeout;
  const result = await fetch(url, { method: endpoint.method, headers, signal })
    .then(async (response) => ({ response, blob: await response.blob() }))
    .catch((cause: unknown) => {
      throw new NetworkError(`${endpoint.path} got no response`, { cause, timedOut: signal.aborted });
    })
    .finally(timeout.clear);
  if (result.response.ok) return result.blob;
  const { status, headers: responseHeaders } = result.response;
  const error = apiErrorFrom(status, await result.blob.text(), responseHeaders.get("Retry-After"));
  sessionEnded.recordError(error, token, currentToken());
  throw error;
}
