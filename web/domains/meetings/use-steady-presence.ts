import type { Room } from "@greenroom/contract/meetings.ts";
import { useEffect, useState } from "react";

/** A reload is not a leaving: who is back within this time was never gone. In milliseconds. */
const grace = 4_000;

/** The room as it is to be shown: the other one is away once they have been for a while. */
export function useSteadyPresence(room: Room): Room {
  const isGone = room.parties.some(({ isYou, isPresent }) => !isYou && !isPresent);
  const [isAway, setAway] = useState(isGone);
  useEffect(() => {
    if (!isGone) return setAway(false);
    const timer = setTimeout(() => setAway(true), grace);
    return () => clearTimeout(timer);
  }, [isGone]);
  if (!isGone || isAway) return room;
  return { ...room, parties: room.parties.map((party) => ({ ...party, isPresent: true })) };
}
