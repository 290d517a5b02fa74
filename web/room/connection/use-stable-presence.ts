import type { Room } from "@greenroom/contract/room/room.ts";
import { useEffect, useState } from "react";

/**
 * A participant who is back within this time, for example after a reload, is never shown as away. In milliseconds.
 */
const graceMilliseconds = 4_000;

/** The room to display: the other participant is shown as away only after a while. */
export function useStablePresence(room: Room): Room {
  const isGone = room.parties.some(({ isYou, isPresent }) => !isYou && !isPresent);
  const [isAway, setAway] = useState(isGone);
  useEffect(() => {
    if (!isGone) return setAway(false);
    const timer = setTimeout(() => setAway(true), graceMilliseconds);
    return () => clearTimeout(timer);
  }, [isGone]);
  if (!isGone || isAway) return room;
  return { ...room, parties: room.parties.map((party) => ({ ...party, isPresent: true })) };
}
