import { isSeeAsToken } from "@greenroom/contract/desk/see-as-token.ts";
import type { User } from "@greenroom/contract/people/accounts.ts";
import { openStorage } from "./browser-storage.ts";
import { tokenKey, userKey } from "./session-store.ts";

/* While an operator sees the product as a person, one tab has that person's session, and the other tabs keep
   the operator's own. */

const endKey = "greenroom.see-as-until";

const isTab = typeof window !== "undefined";

/** Until when this tab shows what another person sees; null in every other tab. */
export function seeAsUntil(): Date | null {
  if (!isTab) return null;
  const storage = openStorage("sessionStorage");
  const [until, token] = [storage.getItem(endKey), storage.getItem(tokenKey)];
  // Without a token, the view has ended. With the token of a sign-in, it is none.
  return until === null || (token !== null && !isSeeAsToken(token)) ? null : new Date(until);
}

/** Makes this tab show what a person sees. Load a document afterwards. */
export function beginSeeAs({ token, user, until }: { token: string; user: User; until: string }): void {
  if (!isSeeAsToken(token)) throw new Error("only the token of a view belongs into one tab");
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

const storageOfTab = () => openStorage(seeAsUntil() === null ? "localStorage" : "sessionStorage");

/** Where this tab keeps its session. */
export const sessionOfTab: Pick<Storage, "getItem" | "setItem" | "removeItem"> = {
  getItem: (key) => storageOfTab().getItem(key),
  setItem: (key, value) => storageOfTab().setItem(key, value),
  removeItem: (key) => storageOfTab().removeItem(key),
};
