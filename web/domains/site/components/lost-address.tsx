import { useEffect, useRef, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { dashboardOf, paths } from "../../../paths.ts";
import { useSession } from "../../accounts/session.tsx";

/** What the page for unknown addresses hands on, as the state of the navigation. */
export const lost = { isLost: true } as const;

/**
 * Tells those who were led home from an address that is no page, and whoever is signed in the way back. Said once: a reload
 * finds the home page as everybody else does.
 */
export default function LostAddress() {
  const { key, state } = useLocation();
  const navigate = useNavigate();
  const { user } = useSession();
  const [isSaid, setSaid] = useState(false);
  const isLost = state?.isLost === true;

  useEffect(() => {
    if (!isLost) return;
    setSaid(true);
    void navigate(paths.home, { replace: true, state: null, preventScrollReset: true });
  }, [isLost, navigate]);

  // Said until they go anywhere, be it to this very page.
  const saidAt = useRef<string | null>(null);
  useEffect(() => {
    if (!isSaid || isLost) return;
    saidAt.current ??= key;
    if (saidAt.current !== key) setSaid(false);
  }, [isSaid, isLost, key]);

  return (
    <div role="status" className="empty:absolute">
      {isSaid && (
        <p className="page mb-4 rounded-sm border border-spot-line bg-spot-tint px-4 py-3 text-amber">
          That address is no page of ours, so here is the home page.{" "}
          {user && (
            <Link to={dashboardOf(user.role)} className="link">
              Go to your dashboard
            </Link>
          )}
        </p>
      )}
    </div>
  );
}
