import { Mic, MicOff, Video, VideoOff } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Button } from "../../ui/actions/button.tsx";
import { VideoView } from "../call/video-view.tsx";
import { DeviceHelp, deviceStateText } from "./device-help.tsx";
import { DevicePickers } from "./device-pickers.tsx";
import type { DeviceState, LocalMedia } from "./local-media.ts";
import { SpeakerTest } from "./speaker-test.tsx";
import { useAudioLevel } from "./use-audio-level.ts";
import { useLocalMedia, useTrackStream } from "./use-local-media.ts";

/** Tests the camera, the microphone and the speaker before the person joins. */
export function DeviceCheck({ media }: { media: LocalMedia }) {
  const { camera, microphone, tracks } = useLocalMedia(media);
  const cameraStream = useTrackStream(tracks.camera);
  const levelName = useId();
  const level = useAudioLevel(microphone === "on" ? tracks.microphone : null);
  return (
    <section aria-label="Check your devices" className="grid w-full content-start gap-3 text-left">
      <div className="relative grid aspect-video place-items-center overflow-hidden rounded-md border border-dark-line bg-dark-2">
        {cameraStream ? (
          <VideoView stream={cameraStream} label="Your own video" mirrored />
        ) : (
          <p className="px-4 text-center text-on-dark-2">
            {camera === "asking"
              ? "Allow camera access when your browser asks."
              : `Your camera is ${deviceStateText[camera]}.`}
          </p>
        )}
      </div>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        <DeviceToggle name="Camera" state={camera} onToggle={() => media.toggle("camera")}>
          {camera === "on" ? (
            <Video aria-hidden className="size-4" />
          ) : (
            <VideoOff aria-hidden className="size-4" />
          )}
        </DeviceToggle>
        <DeviceToggle name="Microphone" state={microphone} onToggle={() => media.toggle("microphone")}>
          {microphone === "on" ? (
            <Mic aria-hidden className="size-4" />
          ) : (
            <MicOff aria-hidden className="size-4" />
          )}
        </DeviceToggle>
        <SpeakerTest media={media} className="max-sm:col-span-2" />
      </div>
      {microphone === "on" && (
        <div className="flex items-center gap-3 text-sm text-on-dark-2">
          <span id={levelName}>Say something</span>
          <meter aria-labelledby={levelName} min={0} max={1} value={level} className="sr-only" />
          <span aria-hidden className="h-2 grow overflow-hidden rounded-full bg-dark-line">
            <span className="block h-full rounded-full bg-green" style={{ width: `${100 * level}%` }} />
          </span>
        </div>
      )}
      <DevicePickers media={media} hideWithoutChoice />
      <DeviceHelp kind="camera" local={{ camera, microphone }} />
      <DeviceHelp kind="microphone" local={{ camera, microphone }} />
    </section>
  );
}

interface DeviceToggleProps {
  name: string;
  state: DeviceState;
  onToggle: () => void;
  children: ReactNode;
}

function DeviceToggle({ name, state, onToggle, children }: DeviceToggleProps) {
  return (
    <Button variant="quiet" aria-pressed={state === "on"} pending={state === "asking"} onClick={onToggle}>
      {children} {name} {state === "on" ? "on" : "off"}
    </Button>
  );
}
