import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { dashboardPath, paths } from "../paths.ts";
import { useSession } from "../session/session.tsx";

/** The navigation state that the page for unknown addresses passes on. */
export const notFoundState = { isLost: true } as const;

/**
 * Tells people who came from an unknown address why they see the home page, and signed-in users the way back.
 * Shown once: a reload shows the plain home page.
 */
export default function NotFoundNotice() {
  const { key, state } = useLocation();
  const navigate = useNavigate();
  const { user } = useSession();
  const [isShown, setShown] = useState(false);
  const isLost = state?.isLost === true;

  // The text follows the empty place, so that it is announced, but before the page is painted, so that nothing moves.
  useLayoutEffect(() => {
    if (!isLost) return;
    setShown(true);
    void navigate(paths.home, { replace: true, state: null, preventScrollReset: true });
  }, [isLost, navigate]);

  // Shown until the next navigation, even one to this page.
  const shownAtKey = useRef<string | null>(null);
  useEffect(() => {
    if (!isShown || isLost) return;
    shownAtKey.current ??= key;
    if (shownAtKey.current !== key) setShown(false);
  }, [isShown, isLost, key]);

  return (
    <div role="status" className="empty:absolute">
      {isShown && (
        <p className="page mb-4 rounded-sm border border-accent-line bg-accent-tint px-4 py-3 text-amber">
          We couldn't find that page, so here's the home page.{" "}
          {user && (
            <Link to={dashboardPath(user.role)} className="link">
              Go to your dashboard
            </Link>
          )}
        </p>
      )}
    </div>
  );
}
