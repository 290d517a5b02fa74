import { Mic, MicOff, Video, VideoOff } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import type { DeviceState, LocalMedia } from "../local-media.ts";
import { useLevel } from "../use-level.ts";
import { useLocalMedia, useStreamOf } from "../use-local-media.ts";
import { DeviceHelp, deviceWords } from "./device-help.tsx";
import { DevicePickers } from "./device-pickers.tsx";
import { SpeakerTest } from "./speaker-test.tsx";
import { VideoView } from "./video-view.tsx";

/** Camera with one's own picture, microphone with its level, and the speaker: all to be tried before joining. */
export function DeviceCheck({ media }: { media: LocalMedia }) {
  const { camera, microphone, tracks } = useLocalMedia(media);
  const picture = useStreamOf(tracks.camera);
  const level = useLevel(microphone === "on" ? tracks.microphone : null);
  return (
    <section aria-label="Check your devices" className="grid w-full gap-3 text-left">
      <div className="relative grid aspect-video place-items-center overflow-hidden rounded-md border border-stage-line bg-stage-2">
        {picture ? (
          <VideoView stream={picture} label="Your own picture" mirrored />
        ) : (
          <p className="text-on-stage-2">Your camera is {deviceWords[camera]}.</p>
        )}
      </div>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        <Device name="Camera" state={camera} onToggle={() => media.toggle("camera")}>
          {camera === "on" ? (
            <Video aria-hidden className="size-4" />
          ) : (
            <VideoOff aria-hidden className="size-4" />
          )}
        </Device>
        <Device name="Microphone" state={microphone} onToggle={() => media.toggle("microphone")}>
          {microphone === "on" ? (
            <Mic aria-hidden className="size-4" />
          ) : (
            <MicOff aria-hidden className="size-4" />
          )}
        </Device>
        <SpeakerTest media={media} className="max-sm:col-span-2" />
      </div>
      {microphone === "on" && (
        <div className="flex items-center gap-3 text-sm text-on-stage-2">
          <span id="level-name">Say something</span>
          <meter aria-labelledby="level-name" min={0} max={1} value={level} className="sr-only" />
          <span aria-hidden className="h-2 grow overflow-hidden rounded-full bg-stage-line">
            <span className="block h-full rounded-full bg-green" style={{ width: `${100 * level}%` }} />
          </span>
        </div>
      )}
      <DevicePickers media={media} onlyWithChoice />
      <DeviceHelp kind="camera" state={camera} />
      <DeviceHelp kind="microphone" state={microphone} />
    </section>
  );
}

interface DeviceProps {
  name: string;
  state: DeviceState;
  onToggle: () => void;
  children: ReactNode;
}

function Device({ name, state, onToggle, children }: DeviceProps) {
  return (
    <Button look="quiet" aria-pressed={state === "on"} pending={state === "asking"} onClick={onToggle}>
      {children} {name} {state === "on" ? "on" : "off"}
    </Button>
  );
}
