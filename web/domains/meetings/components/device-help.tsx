import type { DeviceKind, DeviceState } from "../local-media.ts";

/** After "Your camera is". */
export const deviceWords: Record<DeviceState, string> = {
  on: "on",
  off: "off",
  asking: "waiting for your browser’s question",
  denied: "not allowed",
  missing: "not found",
  busy: "not available",
};

const names: Record<DeviceKind, string> = { camera: "camera", microphone: "microphone" };
const without: Record<DeviceKind, string> = {
  camera: "You can join without it: you are heard, and see the other one.",
  microphone: "You can join without it, and write in the chat.",
};

function wordsFor(kind: DeviceKind, state: DeviceState): string | null {
  const name = names[kind];
  switch (state) {
    case "denied":
      return `Your browser does not let this page use the ${name}. Allow it in the site settings beside the address, then turn it on here. ${without[kind]}`;
    case "missing":
      return `No ${name} was found. Plug one in and turn it on here. ${without[kind]}`;
    case "busy":
      return `The ${name} could not be started: another program may be using it. Close that one, then turn it on here. ${without[kind]}`;
    default:
      return null;
  }
}

/** Why a device is not on, and what to do about it. */
export function DeviceHelp({ kind, state }: { kind: DeviceKind; state: DeviceState }) {
  const words = wordsFor(kind, state);
  return (
    <div role="status">
      {words && (
        <p className="mb-2 rounded-sm border border-spot-line bg-spot-tint px-3.5 py-2.5 text-sm">{words}</p>
      )}
    </div>
  );
}
