import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import { unsupportedPhotoMessage } from "@greenroom/contract/people/mentor-options.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { call, errorMessage, networkMessages } from "../../api/client.ts";
import { upload } from "../../api/files.ts";
import { queryKeyFor } from "../../api/query-client.tsx";
import { useUser } from "../../session/session.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Portrait } from "../../ui/content.tsx";
import { Spinner, StatusMessage } from "../../ui/status.tsx";

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

const photoMessages = { failed: "Failed to save your photo.", network: networkMessages.short };
const acceptedTypes = ["image/png", "image/jpeg", "image/webp"];

/** Sets and removes the photo of the mentor's page. */
function useProfilePhoto() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: queryKeyFor("GET /api/interviewer/profile") });
  const uploadPhoto = useMutation({ mutationFn: uploadSquarePhoto, onSuccess: refresh });
  const removePhoto = useMutation({
    mutationFn: () => call("DELETE /api/interviewer/profile-photo"),
    onSuccess: refresh,
  });
  const error = uploadPhoto.error ?? removePhoto.error;
  return {
    set: (file: File) => {
      removePhoto.reset();
      uploadPhoto.mutate(file);
    },
    remove: () => {
      uploadPhoto.reset();
      removePhoto.mutate();
    },
    isWorking: uploadPhoto.isPending || removePhoto.isPending,
    failure: error ? errorMessage(error, photoMessages) : (uploadPhoto.data ?? null),
  };
}

/** Returns the problem with the selected file, or null after the upload. */
async function uploadSquarePhoto(file: File): Promise<string | null> {
  if (!acceptedTypes.includes(file.type)) return unsupportedPhotoMessage;
  // A file that is not really a picture is a mistake of the user, not an error of ours.
  const photo = await cropToSquare(file).catch(() => null);
  if (photo === null) return "This picture could not be opened. Choose another one.";
  await upload("POST /api/interviewer/profile-photo", { field: "photo", file: photo });
  return null;
}

/** The side of the photo in pixels: twice the largest size at which it is shown. */
const photoSidePixels = 512;

/**
 * Cuts the largest square from the middle of a picture, upright, as a small JPEG. Rejects a file that the browser
 * cannot draw.
 */
async function cropToSquare(file: File): Promise<File> {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  const edge = Math.min(picture.width, picture.height);
  const canvas = document.createElement("canvas");
  canvas.width = photoSidePixels;
  canvas.height = photoSidePixels;
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("this browser has no 2D canvas");
  // Transparent areas would become black in a JPEG.
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, photoSidePixels, photoSidePixels);
  context.drawImage(
    picture,
    (picture.width - edge) / 2,
    (picture.height - edge) / 2,
    edge,
    edge,
    0,
    0,
    photoSidePixels,
    photoSidePixels,
  );
  picture.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.86));
  if (blob === null) throw new Error("the picture could not be encoded");
  return new File([blob], "photo.jpg", { type: "image/jpeg" });
}
