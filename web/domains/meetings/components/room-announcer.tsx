import type { Room } from "@greenroom/contract/meetings.ts";
import { useEffect, useRef, useState } from "react";
import { fullName } from "../../accounts/person-name.ts";
import { type RoomPhase, sessionParts } from "../room-phase.ts";
import { outcomeForYou } from "./next-step.tsx";
import { otherParty } from "./room-sheet.tsx";

function phaseWords(phase: RoomPhase, room: Room): string {
  const part = sessionParts(room).find((candidate) => candidate.phase === phase);
  if (part) {
    const minutes = Math.round((part.to.getTime() - part.from.getTime()) / 60_000);
    return `${part.name} begins: ${minutes} minutes.`;
  }
  if (phase !== "after") return "The room is open.";
  const isHeld = room.status === "pending" || room.status === "completed";
  return isHeld ? "The time is up. Nobody is cut off." : `${outcomeForYou(room).title}.`;
}

/** Says in words, to those who hear the page, what the lights and the bar show: a new part, and who comes and goes. */
export function RoomAnnouncer({ room, phase }: { room: Room; phase: RoomPhase }) {
  const [words, setWords] = useState("You are in the room.");
  const other = otherParty(room);
  const otherName = other ? fullName(other) : "";
  const isThere = other?.isPresent ?? false;
  const wasThere = useRef(isThere);
  const saidPhase = useRef(phase);

  useEffect(() => {
    if (saidPhase.current !== phase) setWords(phaseWords(phase, room));
    saidPhase.current = phase;
  }, [phase, room]);

  useEffect(() => {
    if (wasThere.current !== isThere) setWords(`${otherName} has ${isThere ? "come in" : "left"}.`);
    wasThere.current = isThere;
  }, [isThere, otherName]);

  return (
    <p aria-live="polite" className="sr-only">
      {words}
    </p>
  );
}
