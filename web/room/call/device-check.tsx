import { type LucideIcon, Mic, MicOff, Video, VideoOff, Volume2 } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Checkbox, Select } from "../../ui/fields.tsx";
import {
  type DeviceKind,
  type DeviceState,
  type LocalMedia,
  type LocalMediaState,
  useAudioLevel,
  useLocalMedia,
  useTrackStream,
} from "./local-media.ts";
import { VideoView } from "./video-view.tsx";

interface DeviceCheckProps {
  media: LocalMedia;
  /** This browser can make calls. */
  canCall: boolean;
  /** What else is checked. */
  children?: ReactNode;
}

/** Tests the camera, the microphone and the speaker before the person joins. */
export function DeviceCheck({ media, canCall, children }: DeviceCheckProps) {
  const { camera, microphone, tracks } = useLocalMedia(media);
  const cameraStream = useTrackStream(tracks.camera);
  const levelName = useId();
  const level = useAudioLevel(microphone === "on" ? tracks.microphone : null);
  return (
    <section aria-label="Check your devices" className="grid w-full content-start gap-3 text-left">
      {!canCall && (
        <p role="alert" className="rounded-sm border border-dark-line bg-dark-2 px-4 py-3">
          This browser cannot make calls: WebRTC is switched off, often by a privacy setting or an add-on.
          Chat, code and the board still work. For video and sound, switch it on or use another browser.
        </p>
      )}
      <div className="relative grid aspect-video w-full place-items-center justify-self-center flat:max-w-80 overflow-hidden rounded-md border border-dark-line bg-dark-2">
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
        <DeviceToggle
          name="Camera"
          state={camera}
          Icon={camera === "on" ? Video : VideoOff}
          onToggle={() => media.toggle("camera")}
        />
        <DeviceToggle
          name="Microphone"
          state={microphone}
          Icon={microphone === "on" ? Mic : MicOff}
          onToggle={() => media.toggle("microphone")}
        />
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
      {children}
      <SaveData media={media} />
      <DevicePickers media={media} hideWithoutChoice />
      <DeviceHelp kind="camera" local={{ camera, microphone }} />
      <DeviceHelp kind="microphone" local={{ camera, microphone }} />
    </section>
  );
}

interface DeviceToggleProps {
  name: string;
  state: DeviceState;
  Icon: LucideIcon;
  onToggle: () => void;
}

function DeviceToggle({ name, state, Icon, onToggle }: DeviceToggleProps) {
  return (
    <Button variant="quiet" aria-pressed={state === "on"} pending={state === "asking"} onClick={onToggle}>
      <Icon aria-hidden className="size-4" /> {name} {state === "on" ? "on" : "off"}
    </Button>
  );
}

/** Follows "Your camera is". */
export const deviceStateText: Record<DeviceState, string> = {
  on: "on",
  off: "off",
  asking: "waiting for permission",
  denied: "not allowed",
  missing: "not found",
  busy: "not available",
};

function deviceHelpText(kind: DeviceKind, state: DeviceState, microphone: DeviceState): string | null {
  const without =
    kind === "camera" && microphone === "on"
      ? "You can join without it: your microphone works."
      : "You can join without it and use the chat.";
  switch (state) {
    case "denied":
      return `Your browser does not let this page use the ${kind}. Allow it in the site settings beside the address, then turn it on here. ${without}`;
    case "missing":
      return `No ${kind} was found. Plug one in and turn it on here. ${without}`;
    case "busy":
      return `The ${kind} could not be started: another program may be using it. Close that one, then turn it on here. ${without}`;
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

/** The choice of whoever pays for every megabyte. */
export function SaveData({ media }: { media: LocalMedia }) {
  const { savesData } = useLocalMedia(media);
  return (
    <Checkbox
      label="Save data: sound and code only, no video"
      checked={savesData}
      onChange={({ target }) => media.setSavesData(target.checked)}
    />
  );
}

interface DevicePickersProps {
  media: LocalMedia;
  /** Shows nothing when there is no choice. */
  hideWithoutChoice?: boolean;
}

/** Chooses the camera, the microphone, and the speaker if the browser allows that. */
export function DevicePickers({ media, hideWithoutChoice = false }: DevicePickersProps) {
  const { devices, selected, speakers, selectedSpeaker } = useLocalMedia(media);
  return (
    <div className="grid gap-3 empty:hidden sm:grid-cols-2">
      {(["camera", "microphone"] as const)
        .filter((kind) => !hideWithoutChoice || devices[kind].length >= 2)
        .map((kind) => (
          <DeviceSelect
            key={kind}
            name={kind === "camera" ? "Camera" : "Microphone"}
            choices={devices[kind]}
            value={selected[kind]}
            onChoose={(deviceId) => media.selectDevice(kind, deviceId)}
          />
        ))}
      {speakers.length >= (hideWithoutChoice ? 2 : 1) && (
        <DeviceSelect
          name="Speaker"
          choices={speakers}
          value={selectedSpeaker}
          onChoose={(deviceId) => media.selectSpeaker(deviceId)}
        />
      )}
    </div>
  );
}

interface DeviceSelectProps {
  name: string;
  choices: MediaDeviceInfo[];
  value: string | null;
  onChoose: (deviceId: string) => void;
}

function DeviceSelect({ name, choices, value, onChoose }: DeviceSelectProps) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {name}
      </label>
      {choices.length === 0 ? (
        <p className="text-sm text-ink-2">Turn it on to choose a device.</p>
      ) : (
        <Select id={id} value={value ?? ""} onChange={(event) => onChoose(event.target.value)}>
          {choices.map(({ deviceId, label }, index) => (
            <option key={deviceId} value={deviceId}>
              {label || `${name} ${index + 1}`}
            </option>
          ))}
        </Select>
      )}
    </div>
  );
}

/** A button that plays two notes to test the speaker, and says so when it cannot be used. */
export function SpeakerTest({ media, className }: { media: LocalMedia; className?: string }) {
  const { selectedSpeaker } = useLocalMedia(media);
  const [isPlaying, setPlaying] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const play = async () => {
    setPlaying(true);
    setFailed(false);
    try {
      await playTestTone(selectedSpeaker);
    } catch (error) {
      console.warn("The speaker could not be tested", error);
      setFailed(true);
    } finally {
      setPlaying(false);
    }
  };
  return (
    <>
      <Button variant="quiet" className={className} inactive={isPlaying} onClick={() => void play()}>
        <Volume2 aria-hidden className="size-4" /> {isPlaying ? "Playing…" : "Test speaker"}
      </Button>
      <p role="status" className="col-span-full text-sm empty:absolute">
        {hasFailed && "This speaker could not be used. Choose another one, or check that it is connected."}
      </p>
    </>
  );
}

const toneSeconds = 0.9;

/**
 * Plays two soft notes on a speaker (null: the browser's default); resolves when they are over. Rejects if the speaker
 * cannot be used, for example because it was unplugged.
 */
export async function playTestTone(speakerId: string | null): Promise<void> {
  const context = new AudioContext();
  try {
    await playNotes(context, speakerId);
  } finally {
    await context.close();
  }
}

async function playNotes(context: AudioContext, speakerId: string | null): Promise<void> {
  const volume = context.createGain();
  if (speakerId === null) volume.connect(context.destination);
  else {
    const out = context.createMediaStreamDestination();
    volume.connect(out);
    const audio = new Audio();
    audio.srcObject = out.stream;
    await audio.setSinkId(speakerId);
    await audio.play();
  }
  volume.gain.setValueAtTime(0.0001, context.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.25, context.currentTime + 0.05);
  volume.gain.exponentialRampToValueAtTime(0.0001, context.currentTime + toneSeconds);
  const oscillator = context.createOscillator();
  oscillator.frequency.setValueAtTime(440, context.currentTime);
  oscillator.frequency.setValueAtTime(660, context.currentTime + toneSeconds / 2);
  oscillator.connect(volume);
  oscillator.start();
  oscillator.stop(context.currentTime + toneSeconds);
  await new Promise((resolve) => setTimeout(resolve, toneSeconds * 1000));
}
