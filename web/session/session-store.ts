import { isSeeAsToken } from "@greenroom/contract/desk/see-as-token.ts";
import type { Session, User } from "@greenroom/contract/people/accounts.ts";

export const tokenKey = "greenroom.token";
export const userKey = "greenroom.user";

/** `loading` until the stored session has been read (requirements §4). */
export type SessionState =
  | { readonly status: "loading" | "signed-out"; readonly token: null; readonly user: null }
  | { readonly status: "signed-in"; readonly token: string; readonly user: User };

export const loadingSession: SessionState = { status: "loading", token: null, user: null };
const signedOutSession: SessionState = { status: "signed-out", token: null, user: null };

type KeyValueStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Parses a stored user; null when it is not valid. */
function parseUser(text: string): User | null {
  try {
    const value: unknown = JSON.parse(text);
    const isUser = typeof value === "object" && value !== null && "email" in value && "role" in value;
    return isUser ? (value as User) : null;
  } catch (error) {
    // We only log this; the caller removes the entry.
    console.error("The stored user cannot be read", error);
    return null;
  }
}

/**
 * Keeps token and user in storage, and notifies listeners when they change. When the storage is full, they are kept for
 * this tab only, in `tabStorage`.
 */
export function createSessionStore(storage: KeyValueStorage, tabStorage: KeyValueStorage) {
  let state = loadingSession;
  const listeners = new Set<() => void>();

  function setState(next: SessionState): void {
    if (state === next) return;
    state = next;
    for (const listener of listeners) listener();
  }

  function remove(place: KeyValueStorage): void {
    place.removeItem(tokenKey);
    place.removeItem(userKey);
  }

  function clear(): void {
    remove(storage);
    remove(tabStorage);
    setState(signedOutSession);
  }

  /** A session that no storage has room for lasts as long as the page. */
  function keep(token: string, user: User): void {
    remove(tabStorage);
    for (const place of [storage, tabStorage])
      try {
        place.setItem(tokenKey, token);
        place.setItem(userKey, JSON.stringify(user));
        break;
      } catch (error) {
        console.warn("The browser's storage is full", error);
        remove(place);
      }
    setState({ status: "signed-in", token, user });
  }

  return {
    get: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Reads what is stored, on load and when another tab has changed it. */
    restore(): void {
      const place = storage.getItem(tokenKey) === null ? tabStorage : storage;
      const token = place.getItem(tokenKey);
      const stored = place.getItem(userKey);
      const user = stored ? parseUser(stored) : null;
      if (stored && user === null) clear();
      else if (!token || user === null) setState(signedOutSession);
      else setState({ status: "signed-in", token, user });
    },
    /** Stores a session, if both its parts are present (requirements §5). */
    signIn({ token, user }: Partial<Session>): void {
      if (token && user) keep(token, user);
    },
    /**
     * Replaces the user of the session for which it was fetched. Does nothing if the session has changed
     * meanwhile.
     */
    replaceUser(token: string, user: User): void {
      if (state.token === token) keep(token, user);
    },
    clear,
  };
}

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

/** A storage that lasts as long as the page. */
export function memoryStorage(): Storage {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    clear: () => entries.clear(),
    getItem: (key) => entries.get(key) ?? null,
    key: (index) => [...entries.keys()][index] ?? null,
    removeItem: (key) => void entries.delete(key),
    setItem: (key, value) => void entries.set(key, value),
  };
}

/** The browser's storage; one in memory at build time and when the browser blocks storage. */
export function openStorage(name: "localStorage" | "sessionStorage"): Storage {
  if (typeof window === "undefined") return memoryStorage();
  try {
    return window[name];
  } catch (error) {
    console.warn(`${name} is blocked for this page; its data is lost on reload`, error);
    return memoryStorage();
  }
}

/** Unsaved forms are kept per tab. */
export const draftStorage = openStorage("sessionStorage");
