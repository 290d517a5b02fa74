import type { Role } from "@greenroom/contract/accounts.ts";
import { type ReactNode, useEffect, useRef } from "react";
import { Navigate, useLocation } from "react-router";
import { dashboardOf, paths } from "../../../paths.ts";
import { signInPath } from "../next-path.ts";
import { useSession } from "../session.tsx";

interface RequireRoleProps {
  allow: Role;
  /** Shown until it is known who is here. */
  loading: ReactNode;
  children: ReactNode;
}

/** Lets one role in: everybody else goes to their own dashboard, and whoever is signed out to sign-in (spec §2). */
export function RequireRole({ allow, loading, children }: RequireRoleProps) {
  const { status, user, refreshUser } = useSession();
  const location = useLocation();
  const wasSignedIn = useRef(false);
  const signedIn = status === "signed-in";

  useEffect(() => {
    if (!signedIn) return;
    wasSignedIn.current = true;
    // What is stored may be days old: sessions bought or spent on another machine are not in it.
    void refreshUser();
  }, [signedIn, refreshUser]);

  if (status === "loading") return loading;
  if (user === null) {
    // After a sign-out the next person here may be somebody else, with nothing to come back to.
    return <Navigate to={wasSignedIn.current ? paths.signIn : signInPath(location)} replace />;
  }
  const own = dashboardOf(user.role);
  return own === dashboardOf(allow) ? children : <Navigate to={own} replace />;
}
