import { useId } from "react";
import { Select } from "../../../ui/select.tsx";
import type { DeviceKind, LocalMedia } from "../local-media.ts";
import { useLocalMedia } from "../use-local-media.ts";

interface DevicePickersProps {
  media: LocalMedia;
  /** Nothing is shown where there is nothing to choose. */
  onlyWithChoice?: boolean;
}

/** Which camera, which microphone, and which speaker where the browser lets one choose. */
export function DevicePickers({ media, onlyWithChoice = false }: DevicePickersProps) {
  return (
    <div className="grid gap-3 empty:hidden sm:grid-cols-2">
      <Picker kind="camera" name="Camera" media={media} onlyWithChoice={onlyWithChoice} />
      <Picker kind="microphone" name="Microphone" media={media} onlyWithChoice={onlyWithChoice} />
      <SpeakerPicker media={media} onlyWithChoice={onlyWithChoice} />
    </div>
  );
}

function Picker({
  kind,
  name,
  media,
  onlyWithChoice,
}: Required<DevicePickersProps> & { kind: DeviceKind; name: string }) {
  const { devices, used } = useLocalMedia(media);
  const choices = devices[kind];
  if (onlyWithChoice && choices.length < 2) return null;
  return (
    <Choice
      name={name}
      choices={choices}
      value={used[kind]}
      onChoose={(deviceId) => media.choose(kind, deviceId)}
    />
  );
}

function SpeakerPicker({ media, onlyWithChoice }: Required<DevicePickersProps>) {
  const { speakers, speaker } = useLocalMedia(media);
  if (speakers.length < (onlyWithChoice ? 2 : 1)) return null;
  return (
    <Choice
      name="Speaker"
      choices={speakers}
      value={speaker}
      onChoose={(deviceId) => media.chooseSpeaker(deviceId)}
    />
  );
}

interface ChoiceProps {
  name: string;
  choices: MediaDeviceInfo[];
  value: string | null;
  onChoose: (deviceId: string) => void;
}

function Choice({ name, choices, value, onChoose }: ChoiceProps) {
  const id = useId();
  return (
    <div className="min-w-0">
      {choices.length === 0 ? (
        <>
          <p className="mb-1 text-sm font-semibold">{name}</p>
          <p className="text-sm text-ink-2">Turn it on to see what there is to choose from.</p>
        </>
      ) : (
        <>
          <label htmlFor={id} className="mb-1 block text-sm font-semibold">
            {name}
          </label>
          <Select id={id} value={value ?? ""} onChange={(event) => onChoose(event.target.value)}>
            {choices.map(({ deviceId, label }, index) => (
              <option key={deviceId} value={deviceId}>
                {label || `${name} ${index + 1}`}
              </option>
            ))}
          </Select>
        </>
      )}
    </div>
  );
}
