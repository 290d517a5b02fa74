import type { Session, User } from "@greenroom/contract/accounts.ts";
import {
  createContext,
  type ReactNode,
  useContext,
  useLayoutEffect,
  useMemo,
  useSyncExternalStore,
} from "react";
import { call } from "../../api/client.ts";
import { takeTokensFrom } from "../../api/credentials.ts";
import { removeDrafts } from "../../api/drafts.ts";
import { lightEndpoints } from "../../api/light-endpoint.ts";
import { sessionEnded } from "../../api/session-ended.ts";
import { browserTimeZone } from "../../ui/time/browser-time-zone.ts";
import { createSessionStore, loadingSession, type SessionState, tokenKey, userKey } from "./session-store.ts";
import { draftStorage, openStorage } from "./storage.ts";
import { isSamePerson, useIdentityChange } from "./use-identity-change.ts";
import { currentZoneName } from "./zone-names.ts";

const store = createSessionStore(openStorage("localStorage"));
takeTokensFrom(() => store.get().token);

export type SessionValue = SessionState & {
  /** Takes up a session that the server has opened; without both its parts nothing happens. */
  signIn: (session: Partial<Session>) => void;
  /**
   * Forgets the session here at once, offline too, and tells the server in the background; not one that has
   * ended the session itself, as it does after a change of password. What was typed goes too, unless `keepDrafts`:
   * for a sign-out that nobody asked for, after which the same person comes back.
   */
  signOut: (how?: { endedByServer?: boolean; keepDrafts?: boolean }) => void;
  /** Fetches the profile anew. Never throws: a failure is only logged (spec §4). */
  refreshUser: () => Promise<void>;
};

const SessionContext = createContext<SessionValue | null>(null);

export function SessionProvider({ children }: { children: ReactNode }) {
  const state = useSyncExternalStore(store.subscribe, store.get, () => loadingSession);
  useStoredSession();
  useIdentityChange(state, forgetWhatWasTyped);
  const value = useMemo(() => ({ ...state, signIn, signOut, refreshUser }), [state]);
  return <SessionContext value={value}>{children}</SessionContext>;
}

/** What another person typed is no business of who comes after them. */
function forgetWhatWasTyped(previous: SessionState, next: SessionState): void {
  sessionEnded.clear();
  if (isSamePerson(previous, next)) return;
  removeDrafts(draftStorage, next.user?._id ?? keptDraftsOf ?? undefined);
}

/** Whose drafts outlive the sign-out; the next sign-in of somebody else removes them. */
let keptDraftsOf: string | null = null;

/** Who is told of a profile that was fetched anew: the cache of answers, where there is one (session-cache.tsx). */
let tellProfile: (user: User) => void = () => undefined;

export function tellProfilesTo(listener: (user: User) => void): () => void {
  tellProfile = listener;
  return () => {
    tellProfile = () => undefined;
  };
}

async function refreshUser(): Promise<void> {
  const { token } = store.get();
  if (token === null) return;
  try {
    // Not through the cache, where a screen that is left would cancel what other screens wait for.
    takeProfile(token, await call(lightEndpoints.getProfile, { token }));
  } catch (error) {
    console.error("The profile could not be refreshed", error);
  }
}

function takeProfile(token: string, user: User): void {
  store.replaceUser(token, user);
  if (store.get().token === token) tellProfile(user);
}

/** Restores the session before the first paint, and keeps in step with the other tabs. */
function useStoredSession(): void {
  useLayoutEffect(() => {
    store.restore();
    function follow(event: StorageEvent) {
      // A null key is a storage emptied as a whole.
      if (event.key === null || event.key === tokenKey || event.key === userKey) store.restore();
    }
    window.addEventListener("storage", follow);
    return () => window.removeEventListener("storage", follow);
  }, []);
}

function signIn(session: Partial<Session>): void {
  store.signIn(session);
  sessionEnded.clear();
  const { token, user } = session;
  // Only of a session just opened: a user out of the storage may lack a zone chosen since on another device.
  if (token && user && user.timeZone === null) void keepBrowserZone(token);
}

/** Who never chose a zone reads the site in their browser's, so mails, which the server writes, need it too. */
async function keepBrowserZone(token: string): Promise<void> {
  try {
    const body = { timeZone: currentZoneName(browserTimeZone()) };
    // A sign-in may lead to another document at once, which would take the call with it.
    takeProfile(token, await call(lightEndpoints.updateTimeZone, { token, body, keepalive: true }));
  } catch (error) {
    console.warn("The browser's time zone was not stored; the next sign-in tries again", error);
  }
}

function signOut(how: { endedByServer?: boolean; keepDrafts?: boolean } = {}): void {
  const { endedByServer = sessionEnded.isEnded(), keepDrafts = false } = how;
  const { token, user } = store.get();
  keptDraftsOf = keepDrafts ? (user?._id ?? null) : null;
  store.clear();
  sessionEnded.clear();
  if (token === null || endedByServer) return;
  call(lightEndpoints.signout, { token }).catch((error: unknown) => {
    console.error("The server was not told of the sign-out; the session there ends by itself", error);
  });
}

export function useSession(): SessionValue {
  const value = useContext(SessionContext);
  if (value === null) throw new Error("useSession stands outside SessionProvider");
  return value;
}

/** The signed-in person, for screens which only a signed-in person reaches. */
export function useUser(): User {
  const { user } = useSession();
  if (user === null) throw new Error("This screen stands outside the guard that asks for a sign-in");
  return user;
}
