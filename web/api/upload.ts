import type { Endpoint, EndpointCall, EndpointOutput } from "@greenroom/contract/endpoint.ts";
import { outputOf } from "./client.ts";
import { currentToken } from "./credentials.ts";
import { NetworkError } from "./errors.ts";
import { errorFrom, requestUrl } from "./request.ts";
import { sessionEnded } from "./session-ended.ts";

/** No byte either way for this long, and the connection is taken for dead. A slow line is no reason to give up. */
const silenceMilliseconds = 30_000;

interface UploadOptions {
  file: File;
  signal?: AbortSignal;
  /** Told the share that has left, 0 to 1. */
  onProgress?: (share: number) => void;
}

/**
 * Sends one file to an endpoint with a `multipart` field. XMLHttpRequest, because fetch tells nothing of progress.
 * @throws like `call`.
 */
export function upload<E extends Endpoint>(
  endpoint: E,
  input: Pick<EndpointCall<E>, "params"> & UploadOptions,
): Promise<EndpointOutput<E>> {
  const { file, signal, onProgress } = input;
  const token = currentToken();
  const form = new FormData();
  form.append(fieldOf(endpoint), file);

  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    let silence: ReturnType<typeof setTimeout>;
    const fail = (message: string, timedOut = false) => reject(new NetworkError(message, { timedOut }));
    const hearSomething = () => {
      clearTimeout(silence);
      silence = setTimeout(() => {
        fail("The upload stalled", true);
        request.abort();
      }, silenceMilliseconds);
    };
    const abort = () => {
      reject(signal?.reason);
      request.abort();
    };

    request.open(endpoint.method, requestUrl(endpoint, input.params as Record<string, unknown> | undefined));
    request.setRequestHeader("Accept", "application/json");
    if (token !== null) request.setRequestHeader("Authorization", `Bearer ${token}`);
    request.upload.addEventListener("progress", (event) => {
      hearSomething();
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    });
    request.addEventListener("error", () => fail("The upload broke off"));
    request.addEventListener("load", () => {
      if (request.status >= 200 && request.status < 300) {
        settle(resolve, reject, () => outputOf<EndpointOutput<E>>(request.status, request.responseText));
        return;
      }
      const error = errorFrom(request.status, request.responseText, request.getResponseHeader("Retry-After"));
      sessionEnded.noticeError(error, token, currentToken());
      reject(error);
    });
    request.addEventListener("loadend", () => {
      clearTimeout(silence);
      signal?.removeEventListener("abort", abort);
    });
    signal?.addEventListener("abort", abort);
    hearSomething();
    request.send(form);
  });
}

function fieldOf(endpoint: Endpoint): string {
  if (endpoint.multipart === undefined) throw new Error(`${endpoint.path} takes no file`);
  return endpoint.multipart;
}

function settle<T>(resolve: (value: T) => void, reject: (error: unknown) => void, make: () => T): void {
  try {
    resolve(make());
  } catch (error) {
    reject(error);
  }
}
