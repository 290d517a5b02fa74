import { useId } from "react";
import { Select } from "../../ui/fields/select.tsx";
import type { DeviceKind, LocalMedia } from "./local-media.ts";
import { useLocalMedia } from "./use-local-media.ts";

interface DevicePickersProps {
  media: LocalMedia;
  /** Shows nothing when there is no choice. */
  hideWithoutChoice?: boolean;
}

/** Chooses the camera, the microphone, and the speaker if the browser allows that. */
export function DevicePickers({ media, hideWithoutChoice = false }: DevicePickersProps) {
  return (
    <div className="grid gap-3 empty:hidden sm:grid-cols-2">
      <InputDevicePicker kind="camera" name="Camera" media={media} hideWithoutChoice={hideWithoutChoice} />
      <InputDevicePicker
        kind="microphone"
        name="Microphone"
        media={media}
        hideWithoutChoice={hideWithoutChoice}
      />
      <SpeakerPicker media={media} hideWithoutChoice={hideWithoutChoice} />
    </div>
  );
}

function InputDevicePicker({
  kind,
  name,
  media,
  hideWithoutChoice,
}: Required<DevicePickersProps> & { kind: DeviceKind; name: string }) {
  const { devices, selected } = useLocalMedia(media);
  const choices = devices[kind];
  if (hideWithoutChoice && choices.length < 2) return null;
  return (
    <DeviceSelect
      name={name}
      choices={choices}
      value={selected[kind]}
      onChoose={(deviceId) => media.selectDevice(kind, deviceId)}
    />
  );
}

function SpeakerPicker({ media, hideWithoutChoice }: Required<DevicePickersProps>) {
  const { speakers, selectedSpeaker } = useLocalMedia(media);
  if (speakers.length < (hideWithoutChoice ? 2 : 1)) return null;
  return (
    <DeviceSelect
      name="Speaker"
      choices={speakers}
      value={selectedSpeaker}
      onChoose={(deviceId) => media.selectSpeaker(deviceId)}
    />
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
      {choices.length === 0 ? (
        <>
          <p className="mb-1 text-sm font-semibold">{name}</p>
          <p className="text-sm text-ink-2">Turn it on to choose a device.</p>
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
