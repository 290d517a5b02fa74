import type { DeviceKind, DeviceState, LocalMediaState } from "./local-media.ts";

/** Follows "Your camera is". */
export const deviceStateText: Record<DeviceState, string> = {
  on: "on",
  off: "off",
  asking: "waiting for permission",
  denied: "not allowed",
  missing: "not found",
  busy: "not available",
};

const deviceNames: Record<DeviceKind, string> = { camera: "camera", microphone: "microphone" };

/** How to take part without the device. */
function withoutDeviceText(kind: DeviceKind, microphone: DeviceState): string {
  return kind === "camera" && microphone === "on"
    ? "You can join without it: your microphone works."
    : "You can join without it and use the chat.";
}

function deviceHelpText(kind: DeviceKind, state: DeviceState, microphone: DeviceState): string | null {
  const name = deviceNames[kind];
  const without = withoutDeviceText(kind, microphone);
  switch (state) {
    case "denied":
      return `Your browser does not let this page use the ${name}. Allow it in the site settings beside the address, then turn it on here. ${without}`;
    case "missing":
      return `No ${name} was found. Plug one in and turn it on here. ${without}`;
    case "busy":
      return `The ${name} could not be started: another program may be using it. Close that one, then turn it on here. ${without}`;
    default:
      return null;
  }
}

interface DeviceHelpProps {
  kind: DeviceKind;
  local: Pick<LocalMediaState, DeviceKind>;
}

/** Why a device is not on, and how to fix it. */
export function DeviceHelp({ kind, local }: DeviceHelpProps) {
  const text = deviceHelpText(kind, local[kind], local.microphone);
  return (
    <div role="status">
      {text && (
        <p className="mb-2 rounded-sm border border-accent-line bg-accent-tint px-3.5 py-2.5 text-sm">
          {text}
        </p>
      )}
    </div>
  );
}
