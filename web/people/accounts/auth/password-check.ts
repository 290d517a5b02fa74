import { trustedTypesPolicies } from "@greenroom/contract/site/trusted-types.ts";
import { trustScriptUrl } from "../../../app/trusted-types.ts";
import type { PasswordRequest, PasswordResponse } from "./password-worker.ts";
import workerAddress from "./password-worker.ts?worker&url";

/** `unknown`: the estimator could not be loaded, or not in time. The server checks anyway. */
export type PasswordVerdict = "easy" | "hard" | "unknown";

/** How long a form waits for the estimator, which is large. In milliseconds. */
const timeoutMilliseconds = 4000;

let worker: Worker | null = null;
let lastId = 0;
const pendingRequests = new Map<number, (verdict: PasswordVerdict) => void>();
/** The last check, because a form repeats it with every keystroke in its other fields. */
let lastCheck: { question: string; verdict: Promise<PasswordVerdict> } | null = null;

/** Starts loading the estimator. Call it when a field for a new password gets the focus. */
export function loadPasswordCheck(): void {
  if (worker !== null) return;
  const address = trustScriptUrl(
    trustedTypesPolicies.passwordWorker,
    workerAddress,
    (url) => url === workerAddress,
  );
  worker = new Worker(address, { type: "module" });
  worker.addEventListener("message", ({ data }: MessageEvent<PasswordResponse>) => {
    pendingRequests.get(data.id)?.(data.isEasy ? "easy" : "hard");
  });
  worker.addEventListener("error", () => {
    console.warn("The password estimator could not be loaded; the server checks the password");
    for (const settle of [...pendingRequests.values()]) settle("unknown");
    worker = null;
    lastCheck = null;
  });
}

/** Whether a new password is too easy to guess, by the same rule as the server's. */
export function checkPassword(password: string, personal: readonly string[]): Promise<PasswordVerdict> {
  const question = JSON.stringify([password, personal]);
  if (lastCheck?.question === question) return lastCheck.verdict;
  const verdict = requestVerdict(password, personal);
  lastCheck = { question, verdict };
  return verdict;
}

function requestVerdict(password: string, personal: readonly string[]): Promise<PasswordVerdict> {
  loadPasswordCheck();
  lastId += 1;
  const id = lastId;
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      lastCheck = null;
      settle("unknown");
    }, timeoutMilliseconds);
    const settle = (verdict: PasswordVerdict) => {
      clearTimeout(timer);
      pendingRequests.delete(id);
      resolve(verdict);
    };
    pendingRequests.set(id, settle);
    worker?.postMessage({ id, password, personal } satisfies PasswordRequest);
  });
}
