import type { Endpoint, EndpointCall } from "@greenroom/contract/endpoint.ts";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { messageOf } from "./errors.ts";
import { upload } from "./upload.ts";

type UploadTarget<E extends Endpoint> = Pick<EndpointCall<E>, "params"> & {
  sentences: { failed: string; network: string };
  /** Awaited before the upload counts as done. */
  onUploaded: () => Promise<void>;
};

/** Sends one file at a time to an endpoint, with its progress and a way to stop it. */
export function useUpload<E extends Endpoint>(endpoint: E, target: UploadTarget<E>) {
  const [share, setShare] = useState(0);
  const abort = useRef<AbortController>(null);
  const send = useMutation({
    mutationFn: async (file: File) => {
      const controller = new AbortController();
      abort.current = controller;
      setShare(0);
      try {
        await upload(endpoint, { ...target, file, signal: controller.signal, onProgress: setShare });
      } catch (error) {
        // Stopped by the one who sent it: nothing failed.
        if (controller.signal.aborted) return;
        throw error;
      }
      await target.onUploaded();
    },
  });

  // A closed window sends nothing behind the person's back.
  useEffect(() => () => abort.current?.abort(), []);

  return {
    send: send.mutate,
    cancel: () => abort.current?.abort(),
    isSending: send.isPending,
    /** 0 to 1 of the bytes have left. */
    share,
    failure: send.error && messageOf(send.error, target.sentences),
    forgetFailure: send.reset,
  };
}
