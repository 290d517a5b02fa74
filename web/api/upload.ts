import type { Endpoint, EndpointCall, EndpointOutput } from "@greenroom/contract/kernel/endpoint.ts";
import { currentToken } from "./access-token.ts";
import { readOutput } from "./client.ts";
import { NetworkError } from "./errors.ts";
import { apiErrorFrom, requestUrl } from "./request.ts";
import { sessionEnded } from "./session-ended.ts";

/** A connection without any traffic for this long counts as lost. A slow connection does not. */
const idleTimeoutMilliseconds = 30_000;

interface UploadOptions {
  file: File;
  signal?: AbortSignal;
  /** Sent as `Idempotency-Key`. */
  idempotencyKey?: string;
  /** Called with the share that was sent, 0 to 1. */
  onProgress?: (share: number) => void;
}

/**
 * Sends one file to an endpoint with a `multipart` field. Uses XMLHttpRequest, because fetch does not report
 * progress.
 *
 * @throws like `call`.
 */
export function upload<E extends Endpoint>(
  endpoint: E,
  input: Pick<EndpointCall<E>, "params" | "query"> & UploadOptions,
): Promise<EndpointOutput<E>> {
  const { file, signal, onProgress } = input;
  const token = currentToken();
  const form = new FormData();
  form.append(multipartField(endpoint), file);

  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    let idleTimer: ReturnType<typeof setTimeout>;
    const fail = (message: string, timedOut = false) => reject(new NetworkError(message, { timedOut }));
    const restartIdleTimer = () => {
      clearTimeout(idleTimer);
      idleTimer = setTimeout(() => {
        fail("The upload stalled", true);
        request.abort();
      }, idleTimeoutMilliseconds);
    };
    const abort = () => {
      reject(signal?.reason);
      request.abort();
    };

    type Values = Record<string, unknown> | undefined;
    request.open(endpoint.method, requestUrl(endpoint, input.params as Values, input.query as Values));
    request.setRequestHeader("Accept", "application/json");
    if (token !== null) request.setRequestHeader("Authorization", `Bearer ${token}`);
    if (input.idempotencyKey !== undefined) request.setRequestHeader("Idempotency-Key", input.idempotencyKey);
    request.upload.addEventListener("progress", (event) => {
      restartIdleTimer();
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    });
    request.addEventListener("error", () => fail("The upload was interrupted"));
    request.addEventListener("load", () => {
      if (request.status >= 200 && request.status < 300) {
        resolveOrReject(resolve, reject, () =>
          readOutput<EndpointOutput<E>>(request.status, request.responseText),
        );
        return;
      }
      const error = apiErrorFrom(
        request.status,
        request.responseText,
        request.getResponseHeader("Retry-After"),
      );
      sessionEnded.recordError(error, token, currentToken());
      reject(error);
    });
    request.addEventListener("loadend", () => {
      clearTimeout(idleTimer);
      signal?.removeEventListener("abort", abort);
    });
    signal?.addEventListener("abort", abort);
    restartIdleTimer();
    request.send(form);
  });
}

function multipartField(endpoint: Endpoint): string {
  if (endpoint.multipart === undefined) throw new Error(`${endpoint.path} accepts no file`);
  return endpoint.multipart;
}

function resolveOrReject<T>(
  resolve: (value: T) => void,
  reject: (error: unknown) => void,
  compute: () => T,
): void {
  try {
    resolve(compute());
  } catch (error) {
    reject(error);
  }
}
