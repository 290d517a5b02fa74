import { getOperatorAccess } from "@greenroom/contract/operator/access.ts";
import { useQuery } from "@tanstack/react-query";
import { queryOptionsFor } from "../../../api/query-client.ts";

/** Whether the operator may do everything; `support` sees the actions of owners nowhere. */
export function useIsOwner(): boolean {
  return useQuery(queryOptionsFor(getOperatorAccess)).data?.level === "owner";
}
