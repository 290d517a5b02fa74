import { currentTimeZoneName } from "@greenroom/contract/kernel/time-zone-names.ts";
import type { Session, User } from "@greenroom/contract/people/accounts.ts";
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from "react";
import { Link, useLocation } from "react-router";
import { call, isUnauthorized, sessionEnded, setTokenSource } from "../api/client.ts";
import { paths } from "../paths.ts";
import { buttonClass } from "../ui/button.tsx";
import { FootNotice } from "../ui/panels.tsx";
import { forgetOnDevice } from "./device.ts";
import { removeDrafts } from "./drafts.ts";
import { signInPath } from "./next-path.ts";
import {
  createSessionStore,
  draftStorage,
  endSeeAs,
  loadingSession,
  openStorage,
  type SessionState,
  seeAsUntil,
  sessionOfTab,
  tokenKey,
  userKey,
} from "./session-store.ts";

const store = createSessionStore(sessionOfTab, openStorage("sessionStorage"));
setTokenSource(() => store.get().token);

interface SignOutOptions {
  endedByServer?: boolean;
  keepDrafts?: boolean;
  token?: string | null;
}

export type SessionValue = SessionState & {
  /** Starts using a session that the server has opened. Does nothing unless both parts are present. */
  signIn: (session: Partial<Session>) => void;
  /**
   * Clears the session here at once, offline too, and tells the server in the background, unless the server
   * ended the session itself, as it does after a change of password. The drafts of this tab are removed too, unless
   * `keepDrafts` is set, for a sign-out that the user did not ask for and after which they come back. With `token`,
   * only that session is cleared: the answer is false, and nothing happens, if another one has begun here since.
   */
  signOut: (options?: SignOutOptions) => boolean;
  /** Fetches the profile again. Never throws: a failure is only logged (requirements §4), and answered by false. */
  refreshUser: () => Promise<boolean>;
};

const SessionContext = createContext<SessionValue | null>(null);

export function SessionProvider({ children }: { children: ReactNode }) {
  const state = useSyncExternalStore(store.subscribe, store.get, () => loadingSession);
  useStoredSession();
  useLayoutEffect(() => {
    // For the style sheet (site-header.tsx); head-script.ts sets it before the first paint.
    if (state.status !== "loading")
      document.documentElement.toggleAttribute("data-session", state.status === "signed-in");
  }, [state.status]);
  useTokenChange(state, forgetPerson);
  const value = useMemo(() => ({ ...state, signIn, signOut, refreshUser }), [state]);
  return <SessionContext value={value}>{children}</SessionContext>;
}

/** The next user must not see what another person typed, nor what concerns them. */
function forgetPerson(previous: SessionState, next: SessionState): void {
  sessionEnded.clear();
  if (isSameUser(previous, next)) return;
  removeDrafts(draftStorage, next.user?._id ?? keepDraftsOfUserId ?? undefined);
  if (previous.user !== null && seeAsUntil() === null) void forgetOnDevice();
}

/** The user whose drafts survive the sign-out; a sign-in of somebody else removes them. */
let keepDraftsOfUserId: string | null = null;

/**
 * Called with a profile that was fetched again, for the cache of answers if there is one
 * (session-query-cache.tsx).
 */
let profileListener: (user: User) => void = () => undefined;

export function onProfileRefreshed(listener: (user: User) => void): () => void {
  profileListener = listener;
  return () => {
    profileListener = () => undefined;
  };
}

async function refreshUser(): Promise<boolean> {
  const { token } = store.get();
  if (token === null) return false;
  try {
    // Does not use the cache, where a screen that unmounts would cancel a request that others wait for.
    applyProfile(token, await call("GET /api/user/profile", { token }));
    return true;
  } catch (error) {
    // A session that ended is not an error of ours, and the site shows a notice for it.
    const log = isUnauthorized(error) ? console.warn : console.error;
    log("The profile could not be refreshed", error);
    return false;
  }
}

function applyProfile(token: string, user: User): void {
  store.replaceUser(token, user);
  if (store.get().token === token) profileListener(user);
}

/** Restores the session before the first paint, and keeps it in step with other tabs. */
function useStoredSession(): void {
  useLayoutEffect(() => {
    store.restore();
    function handleStorageEvent(event: StorageEvent) {
      // A null key means that the whole storage was cleared.
      if (event.key !== null && event.key !== tokenKey && event.key !== userKey) return;
      // The sign-out in the other tab asked about the drafts of that tab only.
      keepDraftsOfUserId = store.get().user?._id ?? keepDraftsOfUserId;
      store.restore();
    }
    window.addEventListener("storage", handleStorageEvent);
    return () => window.removeEventListener("storage", handleStorageEvent);
  }, []);
}

function signIn(session: Partial<Session>): void {
  // A tab of See as holds the token of a view and no other. Whoever signs in there has left the view.
  if (session.token && session.user) endSeeAs();
  store.signIn(session);
  sessionEnded.clear();
  const { token, user } = session;
  // Only for a session that was just opened: a stored user may lack a zone that was chosen since on another
  // device.
  if (token && user && user.timeZone === null) void saveBrowserTimeZone(token);
}

/**
 * A user without a chosen zone sees the site in their browser's zone. The server writes mails, so it must
 * know that zone too.
 */
async function saveBrowserTimeZone(token: string): Promise<void> {
  try {
    const body = { timeZone: currentTimeZoneName(browserTimeZone()) };
    // A sign-in may navigate to another document at once, which would cancel the call.
    applyProfile(token, await call("POST /api/user/time-zone", { token, body, keepalive: true }));
  } catch (error) {
    console.warn("The browser's time zone was not stored; the next sign-in tries again", error);
  }
}

function signOut(options: SignOutOptions = {}): boolean {
  const { endedByServer = sessionEnded.isEnded(), keepDrafts = false } = options;
  const { token, user } = store.get();
  if (options.token !== undefined && token !== null && token !== options.token) return false;
  keepDraftsOfUserId = keepDrafts ? (user?._id ?? null) : null;
  store.clear();
  sessionEnded.clear();
  if (token === null || endedByServer) return true;
  call("POST /api/auth/signout", { token }).catch((error: unknown) => {
    console.error("The sign-out could not be sent to the server; the session there will expire", error);
  });
  return true;
}

export function useSession(): SessionValue {
  const value = useContext(SessionContext);
  if (value === null) throw new Error("useSession must be used inside SessionProvider");
  return value;
}

/** The signed-in user, for screens that only signed-in users reach. */
export function useUser(): User {
  const { user } = useSession();
  if (user === null) throw new Error("This screen must be inside RequireRole");
  return user;
}

/** Calls `onChange` when the token changes or disappears, in this tab or another. */
export function useTokenChange(
  state: SessionState,
  onChange: (previous: SessionState, next: SessionState) => void,
): void {
  const previousState = useRef(state);
  useEffect(() => {
    const previous = previousState.current;
    previousState.current = state;
    if (previous.status !== "loading" && previous.token !== state.token) onChange(previous, state);
  }, [state, onChange]);
}

export function isSameUser(one: SessionState, other: SessionState): boolean {
  return one.user?._id === other.user?._id;
}

/** The zone in which this user sees times: their own setting, else their browser's. */
export function useTimeZone(): string {
  const { user } = useSession();
  return user?.timeZone ?? currentTimeZoneName(browserTimeZone());
}

/** The time zone of the user's device. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Whether the server no longer accepts this session, which the notice below says. */
export function useHasSessionEnded(): boolean {
  return useSyncExternalStore(sessionEnded.subscribe, sessionEnded.isEnded, () => false);
}

/**
 * Says that the server no longer accepts this session. The notice covers the foot of the page and removes
 * nothing: what was typed can still be read and copied, and is restored after sign-in where the form keeps a
 * draft.
 */
export function SessionEndedNotice() {
  const ended = useHasSessionEnded();
  const location = useLocation();
  if (!ended || location.pathname === paths.signIn) return null;
  return (
    <FootNotice message="Your session has ended, sign in again">
      <Link to={signInPath(location)} className={buttonClass({ variant: "accent", size: "sm" })}>
        Sign in again
      </Link>
    </FootNotice>
  );
}
