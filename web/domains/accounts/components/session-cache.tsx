import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { lightEndpoints } from "../../../api/light-endpoint.ts";
import { queryOf } from "../../../api/queries.ts";
import { tellProfilesTo, useSession } from "../session.tsx";
import type { SessionState } from "../session-store.ts";
import { isSamePerson, useIdentityChange } from "../use-identity-change.ts";

/**
 * Keeps the cache of the server's answers in step with who is signed in. When another person (or nobody) comes, no
 * answer of the one before stays; the same person with a new token keeps them while everything is asked anew.
 */
export function SessionCache() {
  const queryClient = useQueryClient();
  const session = useSession();
  const onChange = useCallback(
    (previous: SessionState, next: SessionState) => {
      void (isSamePerson(previous, next) ? queryClient.invalidateQueries() : queryClient.resetQueries());
    },
    [queryClient],
  );
  useIdentityChange(session, onChange);
  useEffect(
    () =>
      tellProfilesTo((user) => queryClient.setQueryData(queryOf(lightEndpoints.getProfile).queryKey, user)),
    [queryClient],
  );
  return null;
}
