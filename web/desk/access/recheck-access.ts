import { getOperatorAccess } from "@greenroom/contract/desk/access.ts";
import type { QueryClient } from "@tanstack/react-query";
import { ApiError } from "../../api/client.ts";
import { queryKeyFor } from "../../api/query-client.tsx";

export const isForbidden = (error: unknown) => error instanceof ApiError && error.code === "forbidden";

/**
 * Requests the desk's state again if a call was refused because the desk is closed or forbidden: twelve hours have
 * passed, another tab closed it, or an owner removed the access. One request at a time.
 */
export function recheckAccess(client: QueryClient, error: unknown): void {
  const isClosed = error instanceof ApiError && error.code === "second_factor_required";
  if (!isClosed && !isForbidden(error)) return;
  void client.invalidateQueries({ queryKey: queryKeyFor(getOperatorAccess) }, { cancelRefetch: false });
}
