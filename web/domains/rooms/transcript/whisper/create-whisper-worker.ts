import { trustedTypesPolicies } from "@greenroom/contract/site/trusted-types.ts";
import { trustScriptUrl } from "../../../../app/trusted-types.ts";
import workerAddress from "./whisper-worker.ts?worker&url";

/**
 * Starts the worker that runs Whisper. The folder is part of the address, because the response's content-security
 * policy names it and browsers cache that response indefinitely.
 */
export function createWhisperWorker(url: string): Worker {
  const separator = workerAddress.includes("?") ? "&" : "?";
  const address = `${workerAddress}${separator}weights=${encodeURIComponent(url)}`;
  const isOurs = (given: string) => given.startsWith(`${workerAddress}${separator}`);
  return new Worker(trustScriptUrl(trustedTypesPolicies.whisperWorker, address, isOurs), { type: "module" });
}
