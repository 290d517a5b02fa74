import type { Endpoint, EndpointCall, EndpointOutput } from "@greenroom/contract/kernel/endpoint.ts";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { sendOnce } from "./call-once.ts";
import { errorMessage } from "./errors.ts";
import { upload } from "./upload.ts";

type UploadTarget<E extends Endpoint> = Pick<EndpointCall<E>, "params"> & {
  messages: { failed: string; network: string };
  /** Called with the server's answer, and awaited before the upload counts as complete. */
  onUploaded: (answer: EndpointOutput<E>) => Promise<void>;
};

/** Sends one file at a time to an endpoint, with progress and a way to cancel. */
export function useUpload<E extends Endpoint>(endpoint: E, target: UploadTarget<E>) {
  const [progress, setProgress] = useState(0);
  const abort = useRef<AbortController>(null);
  const send = useMutation({
    mutationFn: async (file: File) => {
      const controller = new AbortController();
      abort.current = controller;
      setProgress(0);
      let answer: EndpointOutput<E>;
      try {
        const { name, size, lastModified } = file;
        const request = { to: [endpoint.path, target.params], content: [name, size, lastModified] };
        answer = await sendOnce(request, (idempotencyKey) =>
          upload(endpoint, {
            ...target,
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
      await target.onUploaded(answer);
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
    failure: send.error && errorMessage(send.error, target.messages),
    clearFailure: send.reset,
  };
}
