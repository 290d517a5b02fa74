import { getProfile } from "@greenroom/contract/accounts.ts";
import { useEffect, useState } from "react";
import { call } from "../../../api/client.ts";
import { errorMessage } from "../../../api/errors.ts";
import { pageMeta } from "../../../app/page-meta.ts";
import { dashboardPath } from "../../../paths.ts";
import { beginSeeAs } from "../../../session/see-as-storage.ts";
import { ErrorState } from "../../../ui/status/error-state.tsx";
import { LoadingLines } from "../../../ui/status/skeleton.tsx";
import { operatorMessages } from "../messages.ts";

export const meta = () => pageMeta("Viewing as another person");

/**
 * Turns this tab into one that shows the product as a person sees it. The token is in the address's fragment,
 * which neither a server nor a referrer receives.
 */
export default function SeeAsPage() {
  const [failure, setFailure] = useState<string | null>(null);
  // Read in the first render, because it is then removed from the address.
  const [fragment] = useState(() => new URLSearchParams(window.location.hash.slice(1)));
  useEffect(() => {
    const token = fragment.get("token");
    const until = fragment.get("until");
    window.history.replaceState(window.history.state, "", window.location.pathname);
    if (token === null || until === null || Number.isNaN(Date.parse(until))) {
      setFailure("This link is incomplete. Start again from the person's page.");
      return;
    }
    call(getProfile, { token }).then(
      (user) => {
        beginSeeAs({ token, user, until });
        window.location.replace(dashboardPath(user.role));
      },
      (error: unknown) => setFailure(errorMessage(error, operatorMessages.load)),
    );
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
