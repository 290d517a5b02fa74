import { useState } from "react";
import { RoomNotice } from "../layout/room-notice.tsx";
import { deviceStateText } from "./device-help.tsx";
import type { DeviceKind, LocalMediaState } from "./local-media.ts";

interface DeviceNoticesProps {
  local: LocalMediaState;
  /** Opens the help for it. */
  onHelp: () => void;
}

const deviceKinds: DeviceKind[] = ["camera", "microphone"];

/** Lists devices that are off unintentionally; dismissing it hides it until something changes. */
export function DeviceNotices({ local, onHelp }: DeviceNoticesProps) {
  const [dismissed, setDismissed] = useState("");
  const unavailable = deviceKinds.filter((kind) => ["denied", "missing", "busy"].includes(local[kind]));
  const text = unavailableText(unavailable, local);
  return (
    <div role="status">
      {text !== "" && text !== dismissed && (
        <RoomNotice action="Devices" onAction={onHelp} onDismiss={() => setDismissed(text)}>
          {text}
        </RoomNotice>
      )}
    </div>
  );
}

function unavailableText(unavailable: DeviceKind[], local: LocalMediaState): string {
  const [first, second] = unavailable;
  if (first && second && local[first] === local[second]) {
    return `Your ${first} and ${second} are ${deviceStateText[local[first]]}.`;
  }
  return unavailable.map((kind) => `Your ${kind} is ${deviceStateText[local[kind]]}.`).join(" ");
}
