import type { Session, User } from "@greenroom/contract/accounts.ts";

export const tokenKey = "greenroom.token";
export const userKey = "greenroom.user";

/** `loading` until the stored session has been looked for (spec §4). */
export type SessionState =
  | { readonly status: "loading" | "signed-out"; readonly token: null; readonly user: null }
  | { readonly status: "signed-in"; readonly token: string; readonly user: User };

export const loadingSession: SessionState = { status: "loading", token: null, user: null };
const signedOut: SessionState = { status: "signed-out", token: null, user: null };

type KeyValueStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Reads a stored user; null when it cannot be parsed into a person. */
function parseUser(text: string): User | null {
  try {
    const value: unknown = JSON.parse(text);
    const isPerson = typeof value === "object" && value !== null && "email" in value && "role" in value;
    return isPerson ? (value as User) : null;
  } catch (error) {
    // The spec's answer: logged only, and the entry is cleared by the caller.
    console.error("The stored user cannot be read", error);
    return null;
  }
}

/** Token and user in storage, and who wants to know when they change. */
export function createSessionStore(storage: KeyValueStorage) {
  let state = loadingSession;
  const listeners = new Set<() => void>();

  function become(next: SessionState): void {
    if (state === next) return;
    state = next;
    for (const listener of listeners) listener();
  }

  function clear(): void {
    storage.removeItem(tokenKey);
    storage.removeItem(userKey);
    become(signedOut);
  }

  return {
    get: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Takes up what is stored, on load and when another tab has changed it. */
    restore(): void {
      const token = storage.getItem(tokenKey);
      const stored = storage.getItem(userKey);
      const user = stored ? parseUser(stored) : null;
      if (stored && user === null) clear();
      else if (!token || user === null) become(signedOut);
      else become({ status: "signed-in", token, user });
    },
    /** Stores a session, only when both parts of it are there (spec §5). */
    signIn({ token, user }: Partial<Session>): void {
      if (!token || !user) return;
      storage.setItem(tokenKey, token);
      storage.setItem(userKey, JSON.stringify(user));
      become({ status: "signed-in", token, user });
    },
    /** Replaces the user of the session for which it was fetched; a session that has changed meanwhile stays. */
    replaceUser(token: string, user: User): void {
      if (state.token !== token) return;
      storage.setItem(userKey, JSON.stringify(user));
      become({ status: "signed-in", token, user });
    },
    clear,
  };
}
