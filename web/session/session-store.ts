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

/** Keeps token and user in storage, and notifies listeners when they change. */
export function createSessionStore(storage: KeyValueStorage) {
  let state = loadingSession;
  const listeners = new Set<() => void>();

  function setState(next: SessionState): void {
    if (state === next) return;
    state = next;
    for (const listener of listeners) listener();
  }

  function clear(): void {
    storage.removeItem(tokenKey);
    storage.removeItem(userKey);
    setState(signedOutSession);
  }

  return {
    get: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Reads what is stored, on load and when another tab has changed it. */
    restore(): void {
      const token = storage.getItem(tokenKey);
      const stored = storage.getItem(userKey);
      const user = stored ? parseUser(stored) : null;
      if (stored && user === null) clear();
      else if (!token || user === null) setState(signedOutSession);
      else setState({ status: "signed-in", token, user });
    },
    /** Stores a session, if both its parts are present (requirements §5). */
    signIn({ token, user }: Partial<Session>): void {
      if (!token || !user) return;
      storage.setItem(tokenKey, token);
      storage.setItem(userKey, JSON.stringify(user));
      setState({ status: "signed-in", token, user });
    },
    /**
     * Replaces the user of the session for which it was fetched. Does nothing if the session has changed
     * meanwhile.
     */
    replaceUser(token: string, user: User): void {
      if (state.token !== token) return;
      storage.setItem(userKey, JSON.stringify(user));
      setState({ status: "signed-in", token, user });
    },
    clear,
  };
}
