import { type DeskBookingDetail, getDeskBooking } from "@greenroom/contract/desk/bookings/bookings.ts";
import { getMoveProposalState, type MoveProposalState } from "@greenroom/contract/desk/bookings/moves.ts";
import type { MoveProposal } from "@greenroom/contract/schedule/move-proposals.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ApiError } from "../../../api/client.ts";
import { queryKeyFor, queryOptionsFor } from "../../../api/query-client.tsx";
import { pollInterval } from "../../../schedule/bookings/queries.ts";

const followMilliseconds = 10_000;

/**
 * A booking's proposal with the answers that were given since the booking was loaded. While it is open, the page polls
 * its state, which contains no personal data, whereas each load of the booking is audited. The booking is loaded again
 * once the proposal has ended or another one was made.
 */
export function useFollowedProposal({ _id, moveProposal: loaded }: DeskBookingDetail): MoveProposal | null {
  const client = useQueryClient();
  const { data } = useQuery({
    ...queryOptionsFor(getMoveProposalState, { params: { id: _id } }),
    enabled: loaded?.state === "open",
    staleTime: 0,
    refetchInterval: ({ state }) =>
      isOpen(state.data) && !isMissing(state.error) ? pollInterval(followMilliseconds, state.error) : false,
  });
  const current = data?.proposal ?? null;
  const isSame = loaded !== null && current?._id === loaded._id;
  const hasEnded = loaded?.state === "open" && data !== undefined && !(isSame && current.state === "open");
  useEffect(() => {
    if (hasEnded) void client.invalidateQueries({ queryKey: queryKeyFor(getDeskBooking) });
  }, [hasEnded, client]);
  // A booking that was loaded after the proposal had ended knows more than an earlier answer.
  return isSame && loaded.state === "open" ? { ...loaded, ...current } : loaded;
}

/** The booking is gone, or this account may not read it. */
const isMissing = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 403);

const isOpen = (data: { proposal: MoveProposalState | null } | undefined) =>
  data === undefined || data.proposal?.state === "open";
