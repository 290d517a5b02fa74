import { getProfile } from "@greenroom/contract/people/accounts.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { queryOptionsFor } from "../api/query-client.ts";
import { onProfileRefreshed, useSession } from "./session.tsx";
import type { SessionState } from "./session-store.ts";
import { isSameUser, useTokenChange } from "./use-token-change.ts";

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
    () => onProfileRefreshed((user) => queryClient.setQueryData(queryOptionsFor(getProfile).queryKey, user)),
    [queryClient],
  );
  return null;
}
