import type { Room } from "@greenroom/contract/meetings.ts";
import clsx from "clsx";
import { MicOff } from "lucide-react";
import type { ReactNode } from "react";
import { Avatar } from "../../../ui/avatar.tsx";
import { CueLight } from "../../../ui/cue-light.tsx";
import { fullName } from "../../accounts/person-name.ts";
import type { CallQuality } from "../call-quality.ts";
import type { CallView } from "../room-call.ts";

type Party = Room["parties"][number];

const roles: Record<Party["role"], string> = { interviewer: "Interviewer", interviewee: "Interviewee" };
/** Each role has its light: the ground of the tile, and the disc that stands on it. */
const grounds: Record<Party["role"], string> = {
  interviewer: "from-[#1f4d3f] to-[#143529]",
  interviewee: "from-[#4c412b] to-[#2e2617]",
};
const discs: Record<Party["role"], string> = {
  interviewer: "!bg-[#d7e6dd] !text-[#0d5c45]",
  interviewee: "!bg-[#efe4cf] !text-[#5e4000]",
};

interface PartyTileProps {
  party: Party;
  /** False: what is known of them may be old. */
  connected: boolean;
  /** The call with them, if there is one. */
  call?: CallView | undefined;
  isMuted?: boolean;
  /** On a narrow screen it has a few lines of height: it says what is amiss, and no more. */
  small?: boolean;
  /** Their picture, when there is one. */
  children?: ReactNode;
}

/** One of the two, and whether they are here. */
export function PartyTile({
  party,
  connected,
  call,
  isMuted = false,
  small = false,
  children,
}: PartyTileProps) {
  const name = fullName(party);
  return (
    <li
      className={clsx(
        "relative grid min-h-0 grow place-items-center overflow-hidden rounded-md bg-linear-160 px-3 lg:min-h-36 lg:py-11",
        grounds[party.role],
      )}
    >
      <Avatar
        name={name}
        className={clsx(
          "transition-opacity lg:!size-24 lg:!text-2xl",
          small ? "max-lg:!size-9" : "max-lg:!size-16 max-lg:!text-xl",
          discs[party.role],
          !party.isPresent && "opacity-40",
        )}
      />
      {children}
      <span
        className={clsx(
          "absolute rounded-full bg-[rgb(6_20_15/0.72)] px-3",
          small ? "top-1 right-1 lg:top-2.5 lg:right-2.5 lg:py-1" : "top-2.5 right-2.5 py-1",
          // Said to those who hear the page; to see that all is well, there is the picture.
          small && isWell(party, connected, call) && "max-lg:sr-only",
        )}
      >
        {call ? <Connection call={call} /> : <Presence party={party} connected={connected} />}
      </span>
      <p
        className={clsx(
          "absolute flex items-center gap-1.5 truncate rounded-full bg-[rgb(6_20_15/0.72)] px-3 text-sm",
          small
            ? "bottom-1 left-1 max-w-[calc(100%-0.5rem)] lg:bottom-3 lg:left-3 lg:py-1"
            : "bottom-3 left-3 max-w-[calc(100%-1.5rem)] py-1",
        )}
      >
        {isMuted && <MicOff role="img" aria-label="Microphone off" className="size-4 shrink-0 text-red" />}
        <span className="truncate font-semibold">{party.isYou ? "You" : name}</span>
        <span className="text-on-stage-2 max-lg:sr-only"> · {roles[party.role]}</span>
      </p>
    </li>
  );
}

function isWell(party: Party, connected: boolean, call: CallView | undefined): boolean {
  return call ? call.state === "connected" && call.quality === "good" : connected && party.isPresent;
}

const qualities: Record<CallQuality, string> = {
  good: "Connection good",
  unsteady: "Connection unsteady",
  weak: "Connection weak",
};

function Connection({ call }: { call: CallView }) {
  if (call.state === "connected") {
    return <CueLight status={call.quality === "good" ? "ready" : "wait"}>{qualities[call.quality]}</CueLight>;
  }
  return <CueLight status="wait">{call.state === "mending" ? "Reconnecting" : "Connecting"}</CueLight>;
}

function Presence({ party, connected }: { party: Party; connected: boolean }) {
  if (!connected) return <CueLight status="wait">{party.isYou ? "Reconnecting" : "Not known"}</CueLight>;
  if (party.isPresent) return <CueLight status="ready">Here</CueLight>;
  return (
    <CueLight status="off" className="text-on-stage-2">
      Not here
    </CueLight>
  );
}
