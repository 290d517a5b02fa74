import { useId } from "react";
import { Button } from "../../../ui/button.tsx";
import { buttonClass } from "../../../ui/button-class.ts";
import { Spinner } from "../../../ui/spinner.tsx";
import { StatusMessage } from "../../../ui/status-message.tsx";
import { fullName } from "../../accounts/person-name.ts";
import { useUser } from "../../accounts/session.tsx";
import { Portrait } from "../portrait.tsx";
import { usePhoto } from "../use-photo.ts";

/** The photo, at once: it is no part of the form below it. */
export function PhotoField({ photoUrl }: { photoUrl: string | null }) {
  const user = useUser();
  const photo = usePhoto();
  const hintId = useId();
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Portrait name={fullName(user)} photoUrl={photoUrl} className="size-20 text-xl" />
      <div className="grid min-w-0 flex-1 gap-2">
        <div className="flex flex-wrap gap-3">
          <label
            className={buttonClass({
              look: "quiet",
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
                // The same file chosen twice is a choice, too.
                event.target.value = "";
              }}
            />
          </label>
          {photoUrl && (
            <Button look="ghost" size="sm" inactive={photo.isWorking} onClick={photo.remove}>
              Remove photo
            </Button>
          )}
        </div>
        <p id={hintId} className="text-sm text-ink-3">
          PNG, JPEG or WebP. It is cut to a square; where and when it was taken is left out.
        </p>
        <StatusMessage message={photo.failure && `❌ ${photo.failure}`} />
      </div>
    </div>
  );
}
