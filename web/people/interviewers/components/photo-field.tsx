import { useId } from "react";
import { fullName } from "../../../format/full-name.ts";
import { useUser } from "../../../session/session.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { buttonClass } from "../../../ui/actions/button-class.ts";
import { Spinner } from "../../../ui/status/spinner.tsx";
import { StatusMessage } from "../../../ui/status/status-message.tsx";
import { Portrait } from "../portrait.tsx";
import { useProfilePhoto } from "../use-profile-photo.ts";

/** The photo, which is saved at once and is not part of the form below it. */
export function PhotoField({ photoUrl }: { photoUrl: string | null }) {
  const user = useUser();
  const photo = useProfilePhoto();
  const hintId = useId();
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Portrait name={fullName(user)} photoUrl={photoUrl} className="size-20 text-xl" />
      <div className="grid min-w-0 flex-1 gap-2">
        <div className="flex flex-wrap gap-3">
          <label
            className={buttonClass({
              variant: "quiet",
              size: "sm",
              className:
                "cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-green",
            })}
          >
            {photoUrl ? "Change photo" : "Add a photo"}
            {photo.isWorking && <Spinner />}
            <input
              type="file"
              accept="image/png,image/jpeg,image/webp"
              aria-describedby={hintId}
              className="sr-only"
              onChange={(event) => {
                const file = event.target.files?.[0];
                if (file) photo.set(file);
                // Lets the user select the same file again.
                event.target.value = "";
              }}
            />
          </label>
          {photoUrl && (
            <Button variant="ghost" size="sm" inactive={photo.isWorking} onClick={photo.remove}>
              Remove photo
            </Button>
          )}
        </div>
        <p id={hintId} className="text-sm text-ink-3">
          PNG, JPEG or WebP. We crop it to a square and remove where and when it was taken.
        </p>
        <StatusMessage message={photo.failure} tone="bad" />
      </div>
    </div>
  );
}
