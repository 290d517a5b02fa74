import { useEffect, useState } from "react";
import { call, currentToken, errorMessage } from "../../api/client.ts";
import { pageMeta } from "../../app/page-meta.ts";
import { dashboardPath } from "../../paths.ts";
import { beginSeeAs } from "../../session/session-store.ts";
import { ErrorState, LoadingLines } from "../../ui/loading.tsx";
import { operatorMessages } from "../layout/desk-parts.tsx";

export const meta = () => pageMeta("Viewing as another person");

async function open(code: string): Promise<void> {
  const { token, expiresAt: until } = await call("POST /api/operator/see-as", { body: { code } });
  const user = await call("GET /api/user/profile", { token });
  beginSeeAs({ token, user, until });
  window.location.replace(dashboardPath(user.role));
}

/**
 * Turns this tab into one that shows the product as a person sees it. The address's fragment, which neither a server nor
 * a referrer receives, has a code that only the sign-in that asked for it can exchange for the token.
 */
export default function SeeAsPage() {
  const [failure, setFailure] = useState<string | null>(null);
  // Read in the first render, because it is then removed from the address.
  const [fragment] = useState(() => new URLSearchParams(window.location.hash.slice(1)));
  useEffect(() => {
    const code = fragment.get("code");
    window.history.replaceState(window.history.state, "", window.location.pathname);
    if (code === null) setFailure("This link is incomplete. Start again from the person's page.");
    else if (currentToken() === null)
      setFailure("Open this from the desk, in the browser where you are signed in.");
    else open(code).catch((error: unknown) => setFailure(errorMessage(error, operatorMessages.load)));
  }, [fragment]);
  return (
    <div className="page pt-12">
      <h1 className="mb-4 text-2xl">Viewing as another person</h1>
      {failure === null ? (
        <LoadingLines label="Opening this person's view…" lines={3} />
      ) : (
        <ErrorState message={failure} />
      )}
    </div>
  );
}
