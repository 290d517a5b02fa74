import type { Endpoint } from "@greenroom/contract/endpoint.ts";
import { currentToken } from "./credentials.ts";
import { NetworkError } from "./errors.ts";
import { startPatience } from "./patience.ts";
import { errorFrom, requestUrl } from "./request.ts";
import { sessionEnded } from "./session-ended.ts";

/** Long enough for many files over a slow line. */
const patienceMilliseconds = 120_000;

/**
 * Fetches what an endpoint answers as a file and hands it to the browser as a download.
 * @throws ApiError, NetworkError, like `call`.
 */
export async function download(endpoint: Endpoint, fileName: string): Promise<void> {
  const token = currentToken();
  const blob = await fetchBlob(endpoint, token);
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  // Only after the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

async function fetchBlob(endpoint: Endpoint, token: string | null): Promise<Blob> {
  const headers = token === null ? {} : { Authorization: `Bearer ${token}` };
  const patience = startPatience(patienceMilliseconds);
  const { signal } = patience;
  const answered = await fetch(requestUrl(endpoint), { method: endpoint.method, headers, signal })
    .then(async (response) => ({ response, blob: await response.blob() }))
    .catch((cause: unknown) => {
      throw new NetworkError(`${endpoint.path} got no answer`, { cause, timedOut: signal.aborted });
    })
    .finally(patience.end);
  if (answered.response.ok) return answered.blob;
  const { status, headers: sent } = answered.response;
  const error = errorFrom(status, await answered.blob.text(), sent.get("Retry-After"));
  sessionEnded.noticeError(error, token, currentToken());
  throw error;
}
