import type { RunSandbox } from "./run-sandbox.ts";
import type { Runtime } from "./runtime.ts";

/** A started language takes a lot of memory, so it is kept only until the page's next part has opened. */
const keptMilliseconds = 60_000;

let kept: { sandbox: RunSandbox; timer: ReturnType<typeof setTimeout> } | null = null;

/**
 * Keeps the sandbox of a part of the page that closes. The next part, such as the comparison after a question, runs its
 * code in it, and does not start the language again.
 */
export function keepSandbox(sandbox: RunSandbox): void {
  closeKept();
  kept = { sandbox, timer: setTimeout(closeKept, keptMilliseconds) };
}

/** The kept sandbox if it runs this language; it is no longer kept then. */
export function takeKeptSandbox(runtime: Runtime): RunSandbox | null {
  if (kept === null || !kept.sandbox.isOf(runtime)) return null;
  const { sandbox, timer } = kept;
  clearTimeout(timer);
  kept = null;
  return sandbox;
}

function closeKept(): void {
  if (kept === null) return;
  clearTimeout(kept.timer);
  kept.sandbox.close();
  kept = null;
}
