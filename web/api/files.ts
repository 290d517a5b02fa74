import type { Method } from "@greenroom/contract/kernel/endpoint.ts";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { sendOnce } from "./calls.ts";
import {
  currentToken,
  errorMessage,
  NetworkError,
  readOutput,
  refusalOf,
  requestUrl,
  startRequestTimeout,
} from "./client.ts";
import { type EndpointName, type InputOf, type OutputOf, splitName } from "./endpoints.ts";

/** A connection without any traffic for this long counts as lost. A slow connection does not. */
const idleTimeoutMilliseconds = 30_000;

interface UploadOptions {
  /** The form's field that the endpoint takes the file from. */
  field: string;
  file: File;
  signal?: AbortSignal;
  /** Sent as `Idempotency-Key`. */
  idempotencyKey?: string;
  /** Called with the share that was sent, 0 to 1. */
  onProgress?: (share: number) => void;
}

/**
 * Sends one file to an endpoint that takes one. Uses XMLHttpRequest, because fetch does not report
 * progress.
 *
 * @throws like `call`.
 */
export function upload<Name extends EndpointName>(
  endpoint: Name,
  input: Pick<InputOf<Name>, "params" | "query"> & UploadOptions,
): Promise<OutputOf<Name>> {
  const { field, file, signal, onProgress } = input;
  const { method, path } = splitName(endpoint);
  const token = currentToken();
  const form = new FormData();
  form.append(field, file);

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
    request.open(method, requestUrl(path, input.params as Values, input.query as Values));
    request.setRequestHeader("Accept", "application/json");
    if (token !== null) request.setRequestHeader("Authorization", `Bearer ${token}`);
    if (input.idempotencyKey !== undefined) request.setRequestHeader("Idempotency-Key", input.idempotencyKey);
    request.upload.addEventListener("progress", (event) => {
      restartIdleTimer();
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    });
    request.addEventListener("error", () => fail("The upload was interrupted"));
    request.addEventListener("load", () => {
      const { status, responseText } = request;
      try {
        if (status >= 200 && status < 300) return resolve(readOutput<OutputOf<Name>>(status, responseText));
        throw refusalOf(status, responseText, request.getResponseHeader("Retry-After"), token);
      } catch (error) {
        reject(error);
      }
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

export type FileUpload<Name extends EndpointName> = Pick<InputOf<Name>, "params"> & {
  field: string;
  messages: { failed: string; network: string };
  /** Called with the server's answer, and awaited before the upload counts as complete. */
  onUploaded: (answer: OutputOf<Name>) => Promise<void>;
};

/** Sends one file at a time to an endpoint, with progress and a way to cancel. */
export function useUpload<Name extends EndpointName>(endpoint: Name, fileUpload: FileUpload<Name>) {
  const [progress, setProgress] = useState(0);
  const abort = useRef<AbortController>(null);
  const send = useMutation({
    mutationFn: async (file: File) => {
      const controller = new AbortController();
      abort.current = controller;
      setProgress(0);
      let answer: OutputOf<Name>;
      try {
        const { name, size, lastModified } = file;
        const request = { to: [endpoint, fileUpload.params], content: [name, size, lastModified] };
        answer = await sendOnce(request, (idempotencyKey) =>
          upload(endpoint, {
            ...fileUpload,
            file,
            idempotencyKey,
            signal: controller.signal,
            onProgress: setProgress,
          }),
        );
      } catch (error) {
        // The person canceled the upload, which is not a failure.
        if (controller.signal.aborted) return;
        throw error;
      }
      await fileUpload.onUploaded(answer);
    },
  });

  // Closing the dialog cancels the upload.
  useEffect(() => () => abort.current?.abort(), []);

  return {
    send: send.mutate,
    cancel: () => abort.current?.abort(),
    isSending: send.isPending,
    /** The share of bytes sent, 0 to 1. */
    share: progress,
    failure: send.error && errorMessage(send.error, fileUpload.messages),
    clearFailure: send.reset,
  };
}

/** Long enough for many files over a slow connection. */
const downloadTimeoutMilliseconds = 120_000;

/**
 * Fetches a file from an endpoint and offers it as a download: under this name, or under the server's if it is null.
 *
 * @throws ApiError, NetworkError, like `call`.
 */
export async function download(
  endpoint: EndpointName,
  fileName: string | null,
  params: Record<string, string> = {},
  query: Record<string, string | undefined> = {},
): Promise<void> {
  const token = currentToken();
  const { method, path } = splitName(endpoint);
  const { blob, serverName } = await fetchFile(method, requestUrl(path, params, query), token);
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

async function fetchFile(method: Method, url: string, token: string | null): Promise<FetchedFile> {
  const headers = token === null ? {} : { Authorization: `Bearer ${token}` };
  const timeout = startRequestTimeout(downloadTimeoutMilliseconds);
  const { signal } = timeout;
  const result = await fetch(url, { method, headers, signal })
    .then(async (response) => ({ response, blob: await response.blob() }))
    .catch((cause: unknown) => {
      throw new NetworkError(`${method} ${url} got no response`, { cause, timedOut: signal.aborted });
    })
    .finally(timeout.clear);
  const { ok, status, headers: responseHeaders } = result.response;
  if (ok) {
    return { blob: result.blob, serverName: fileNameIn(responseHeaders.get("Content-Disposition") ?? "") };
  }
  throw refusalOf(status, await result.blob.text(), responseHeaders.get("Retry-After"), token);
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

interface OpenFileOptions {
  /** The title of the tab while its file loads: "Feedback file". */
  title: string;
  messages: { failed: string; network: string };
}

function openTab(title: string): Window | null {
  const tab = window.open("", "_blank");
  if (tab === null) return null;
  tab.opener = null;
  tab.document.title = title;
  // If the browser downloads PDFs instead of showing them, the tab never shows anything else.
  tab.document.body.textContent =
    "Your file is on its way. If it was saved to your downloads, this tab can be closed.";
  return tab;
}

/**
 * Opens a file with a short-lived link in a new tab. The click opens the tab empty, and it navigates once the
 * link is there, because browsers block tabs that open later.
 */
export function useOpenFile({ title, messages }: OpenFileOptions) {
  const open = useMutation({
    mutationFn: async ({ findLink, tab }: { findLink: () => Promise<string>; tab: Window | null }) => {
      try {
        const link = await findLink();
        tab?.location.replace(link);
        return { blockedUrl: tab === null ? link : null };
      } catch (error) {
        tab?.close();
        throw error;
      }
    },
  });
  return {
    /** Must be called directly in the click handler. */
    open: (findLink: () => Promise<string>) => open.mutate({ findLink, tab: openTab(title) }),
    isOpening: open.isPending,
    failure: open.error && errorMessage(open.error, messages),
    clearFailure: open.reset,
    /** The link itself, if the browser blocked the tab. */
    blockedUrl: open.data?.blockedUrl ?? null,
  };
}
