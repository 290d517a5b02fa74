import { getOperatorAccess } from "@greenroom/contract/desk/access.ts";
import { useQuery } from "@tanstack/react-query";
import { queryOptionsFor } from "../../api/query-client.tsx";

/** Whether the operator is an owner. Actions that only owners may take are hidden from `support`. */
export function useIsOwner(): boolean {
  return useQuery(queryOptionsFor(getOperatorAccess)).data?.level === "owner";
}
