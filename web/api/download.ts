import type { Endpoint } from "@greenroom/contract/kernel/endpoint.ts";
import { currentToken } from "./access-token.ts";
import { NetworkError } from "./errors.ts";
import { apiErrorFrom, requestUrl } from "./request.ts";
import { startRequestTimeout } from "./request-timeout.ts";
import { sessionEnded } from "./session-ended.ts";

/** Long enough for many files over a slow connection. */
const downloadTimeoutMilliseconds = 120_000;

/**
 * Fetches a file from an endpoint and offers it as a download: under this name, or under the server's if it is null.
 *
 * @throws ApiError, NetworkError, like `call`.
 */
export async function download(
  endpoint: Endpoint,
  fileName: string | null,
  params: Record<string, string> = {},
  query: Record<string, string | undefined> = {},
): Promise<void> {
  const token = currentToken();
  const { blob, serverName } = await fetchFile(endpoint, requestUrl(endpoint, params, query), token);
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName ?? serverName ?? "download";
  link.click();
  // The browser must have begun to read it before.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

interface FetchedFile {
  blob: Blob;
  /** From `Content-Disposition`; undefined without one. */
  serverName: string | undefined;
}

async function fetchFile(endpoint: Endpoint, url: string, token: string | null): Promise<FetchedFile> {
  const headers = token === null ? {} : { Authorization: `Bearer ${token}` };
  const timeout = startRequestTimeout(downloadTimeoutMilliseconds);
  const { signal } = timeout;
  const result = await fetch(url, { method: endpoint.method, headers, signal })
    .then(async (response) => ({ response, blob: await response.blob() }))
    .catch((cause: unknown) => {
      throw new NetworkError(`${endpoint.path} got no response`, { cause, timedOut: signal.aborted });
    })
    .finally(timeout.clear);
  const { ok, status, headers: responseHeaders } = result.response;
  if (ok) {
    return { blob: result.blob, serverName: fileNameIn(responseHeaders.get("Content-Disposition") ?? "") };
  }
  const error = apiErrorFrom(status, await result.blob.text(), responseHeaders.get("Retry-After"));
  sessionEnded.recordError(error, token, currentToken());
  throw error;
}

/** RFC 6266: the encoded name, or the one for old clients. */
function fileNameIn(disposition: string): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
  const [, ascii] = /filename="([^"]+)"/i.exec(disposition) ?? [];
  try {
    return encoded === undefined ? ascii : decodeURIComponent(encoded);
  } catch {
    return ascii;
  }
}
