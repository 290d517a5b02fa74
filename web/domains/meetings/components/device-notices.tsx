import { useState } from "react";
import type { DeviceKind, LocalState } from "../local-media.ts";
import { deviceWords } from "./device-help.tsx";
import { RoomNotice } from "./room-notice.tsx";

interface DeviceNoticesProps {
  local: LocalState;
  /** Where it is told what to do about it. */
  onHelp: () => void;
}

const kinds: DeviceKind[] = ["camera", "microphone"];

/** Which devices are off against one's will: a line of its own, put away for as long as nothing else happens. */
export function DeviceNotices({ local, onHelp }: DeviceNoticesProps) {
  const [dismissed, setDismissed] = useState("");
  const amiss = kinds.filter((kind) => ["denied", "missing", "busy"].includes(local[kind]));
  const words = amissWords(amiss, local);
  return (
    <div role="status">
      {words !== "" && words !== dismissed && (
        <RoomNotice action="Devices" onAction={onHelp} onDismiss={() => setDismissed(words)}>
          {words}
        </RoomNotice>
      )}
    </div>
  );
}

function amissWords(amiss: DeviceKind[], local: LocalState): string {
  const [one, other] = amiss;
  if (one && other && local[one] === local[other]) {
    return `Your ${one} and ${other} are ${deviceWords[local[one]]}.`;
  }
  return amiss.map((kind) => `Your ${kind} is ${deviceWords[local[kind]]}.`).join(" ");
}
