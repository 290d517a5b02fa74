import { nextKey } from "./device.ts";
import { sameOriginPath } from "./next-path.ts";

/* Not in next-path.ts, which every public page loads. */

const nextMilliseconds = 60 * 60_000;

/** Remembers for an hour, or until a sign-out, where a visitor wants to go on: they may enter their code in another tab. */
export function rememberNext(path: string): void {
  try {
    localStorage.setItem(nextKey, JSON.stringify({ path, at: Date.now() }));
  } catch {
    // Without room, this tab's address still has it.
  }
}

/** Returns the remembered path once; null without one. */
export function takeRememberedNext(): string | null {
  try {
    const { path, at } = JSON.parse(localStorage.getItem(nextKey) ?? "{}");
    localStorage.removeItem(nextKey);
    return typeof at === "number" && Date.now() - at < nextMilliseconds ? sameOriginPath(path) : null;
  } catch {
    return null;
  }
}
