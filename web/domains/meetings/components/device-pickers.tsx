import { useId } from "react";
import { Select } from "../../../ui/select.tsx";
import type { DeviceKind, LocalMedia } from "../local-media.ts";
import { useLocalMedia } from "../use-local-media.ts";

interface DevicePickersProps {
  media: LocalMedia;
  /** Nothing is shown where there is nothing to choose. */
  onlyWithChoice?: boolean;
}

/** Which camera and which microphone. */
export function DevicePickers({ media, onlyWithChoice = false }: DevicePickersProps) {
  return (
    <div className="grid gap-3 empty:hidden sm:grid-cols-2">
      <Picker kind="camera" name="Camera" media={media} onlyWithChoice={onlyWithChoice} />
      <Picker kind="microphone" name="Microphone" media={media} onlyWithChoice={onlyWithChoice} />
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
  const id = useId();
  const choices = devices[kind];
  if (onlyWithChoice && choices.length < 2) return null;
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {name}
      </label>
      {choices.length === 0 ? (
        <p className="text-sm text-ink-2">Turn it on to see what there is to choose from.</p>
      ) : (
        <Select id={id} value={used[kind] ?? ""} onChange={(event) => media.choose(kind, event.target.value)}>
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
