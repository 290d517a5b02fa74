import type { User } from "@greenroom/contract/accounts.ts";
import { openStorage } from "./browser-storage.ts";
import { tokenKey, userKey } from "./session-store.ts";

/* While an operator sees the product as a person, one tab has that person's session, and the other tabs keep
   the operator's own. */

const endKey = "greenroom.see-as-until";

const isTab = typeof window !== "undefined";

/** Until when this tab shows what another person sees; null in every other tab. */
export function seeAsUntil(): Date | null {
  const until = isTab ? openStorage("sessionStorage").getItem(endKey) : null;
  return until === null ? null : new Date(until);
}

/** Makes this tab show what a person sees. Load a document afterwards. */
export function beginSeeAs({ token, user, until }: { token: string; user: User; until: string }): void {
  const storage = openStorage("sessionStorage");
  storage.setItem(endKey, until);
  storage.setItem(tokenKey, token);
  storage.setItem(userKey, JSON.stringify(user));
}

/** Makes this tab the operator's own again. Load a document afterwards. */
export function endSeeAs(): void {
  const storage = openStorage("sessionStorage");
  for (const key of [endKey, tokenKey, userKey]) storage.removeItem(key);
}

/** The storage in which this tab keeps its session. */
export function sessionStorageOfTab(): Storage {
  return openStorage(seeAsUntil() === null ? "localStorage" : "sessionStorage");
}
