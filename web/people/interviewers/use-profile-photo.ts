import {
  getInterviewerProfile,
  removeInterviewerPhoto,
  unsupportedPhotoMessage,
  uploadInterviewerPhoto,
} from "@greenroom/contract/people/interviewers/interviewer-profile.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { errorMessage } from "../../api/errors.ts";
import { networkMessages } from "../../api/network-messages.ts";
import { queryKeyFor } from "../../api/query-client.ts";
import { upload } from "../../api/upload.ts";
import { cropToSquare } from "./crop-to-square.ts";

const messages = { failed: "Failed to save your photo.", network: networkMessages.short };
const acceptedTypes = ["image/png", "image/jpeg", "image/webp"];

/** Sets and removes the photo of the public profile. */
export function useProfilePhoto() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: queryKeyFor(getInterviewerProfile) });
  const uploadPhoto = useMutation({ mutationFn: uploadSquarePhoto, onSuccess: refresh });
  const removePhoto = useMutation({ mutationFn: () => call(removeInterviewerPhoto), onSuccess: refresh });
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
    failure: error ? errorMessage(error, messages) : (uploadPhoto.data ?? null),
  };
}

/** Returns the problem with the selected file, or null after the upload. */
async function uploadSquarePhoto(file: File): Promise<string | null> {
  if (!acceptedTypes.includes(file.type)) return unsupportedPhotoMessage;
  // A file that is not really a picture is a mistake of the user, not an error of ours.
  const photo = await cropToSquare(file).catch(() => null);
  if (photo === null) return "This picture could not be opened. Choose another one.";
  await upload(uploadInterviewerPhoto, { file: photo });
  return null;
}
