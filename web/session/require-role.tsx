import type { Role } from "@greenroom/contract/kernel/endpoint.ts";
import type { Session } from "@greenroom/contract/people/accounts.ts";
import { useQueryClient } from "@tanstack/react-query";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { Navigate, useLocation, useNavigate, useSearchParams } from "react-router";
import { queryOptionsFor } from "../api/query-client.tsx";
import { dashboardPath, needsFullPageLoad, paths } from "../paths.ts";
import { StatusMessage } from "../ui/status.tsx";
import { sameOriginPath, signInPath } from "./next-path.ts";
import { takeRememberedNext } from "./remembered-next.ts";
import { isSameUser, onProfileRefreshed, useSession, useTokenChange } from "./session.tsx";
import { type SessionState, sessionOfTab, tokenKey } from "./session-store.ts";

interface ProfileCheck {
  state: "checking" | "checked" | "failed";
  retry: () => void;
}

const ProfileCheckContext = createContext<ProfileCheck>({ state: "checking", retry: () => {} });

/** Whether the server has answered with the current profile since the dashboard opened. */
export function useProfileCheck(): ProfileCheck {
  return useContext(ProfileCheckContext);
}

/** Says that this session lasts no longer than the tab, because the browser had no room for it. */
export function FullStorageNotice() {
  const { token } = useSession();
  // The first render, which must match the prerendered frame, knows no token yet.
  const isKept = token === null || sessionOfTab.getItem(tokenKey) === token;
  return (
    <StatusMessage
      message={
        isKept
          ? null
          : "Your browser's storage is full, so you stay signed in only until you close or reload this tab."
      }
      tone="wait"
      className="mb-5"
    />
  );
}

interface RequireRoleProps {
  allow: Role;
  /** Shown until the session is known. */
  loading: ReactNode;
  children: ReactNode;
}

/**
 * Allows one role. Other users are sent to their own dashboard, and visitors to the sign-in page
 * (requirements §2).
 */
export function RequireRole({ allow, loading, children }: RequireRoleProps) {
  const { status, user, refreshUser } = useSession();
  const location = useLocation();
  const wasSignedIn = useRef(false);
  const [profileState, setProfileState] = useState<ProfileCheck["state"]>("checking");
  const signedIn = status === "signed-in";
  const check = useCallback(async () => {
    setProfileState("checking");
    setProfileState((await refreshUser()) ? "checked" : "failed");
  }, [refreshUser]);
  const profileCheck = useMemo(
    () => ({ state: profileState, retry: () => void check() }),
    [profileState, check],
  );

  useEffect(() => {
    if (!signedIn) return;
    wasSignedIn.current = true;
    // The stored user may be days old and lack credits that were bought or spent on another device.
    void check();
  }, [signedIn, check]);

  if (status === "loading") return loading;
  if (user === null) {
    // After a sign-out the next person may be somebody else, who should not return to this page.
    return <Navigate to={wasSignedIn.current ? paths.signIn : signInPath(location)} replace />;
  }
  const ownDashboardPath = dashboardPath(user.role);
  if (ownDashboardPath !== dashboardPath(allow)) return <Navigate to={ownDashboardPath} replace />;
  // Another tab can change the person. The next one gets a new page, without what was typed or chosen on this one.
  return (
    <ProfileCheckContext key={user._id} value={profileCheck}>
      {children}
    </ProfileCheckContext>
  );
}

/**
 * Keeps the cache of server answers in step with the session. When the user changes, all answers of the
 * previous one are removed; when the same user gets a new token, they stay while everything is fetched again.
 */
export function SessionQueryCache() {
  const queryClient = useQueryClient();
  const session = useSession();
  const onChange = useCallback(
    (previous: SessionState, next: SessionState) => {
      void (isSameUser(previous, next) ? queryClient.invalidateQueries() : queryClient.resetQueries());
    },
    [queryClient],
  );
  useTokenChange(session, onChange);
  useEffect(
    () =>
      onProfileRefreshed((user) =>
        queryClient.setQueryData(queryOptionsFor("GET /api/user/profile").queryKey, user),
      ),
    [queryClient],
  );
  return null;
}

/**
 * Starts using a new session and navigates to the page that the person wanted, else to their role's
 * dashboard.
 */
export function useCompleteSignIn(): (session: Session) => void {
  const { signIn } = useSession();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return (session) => {
    signIn(session);
    const remembered = takeRememberedNext();
    const dashboard = dashboardPath(session.user.role);
    // Only interviewees choose slots, and another person may sign in at this browser.
    const wanted = session.user.role === "interviewer" ? null : remembered;
    const next = sameOriginPath(search.get("next")) ?? wanted ?? dashboard;
    if (needsFullPageLoad(next)) window.location.replace(next);
    else void navigate(next, { replace: true });
  };
}
