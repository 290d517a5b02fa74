import {
  getInterviewerProfile,
  onlyPhoto,
  removeInterviewerPhoto,
  uploadInterviewerPhoto,
} from "@greenroom/contract/interviewer-profile.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { messageOf } from "../../api/errors.ts";
import { keyOf } from "../../api/queries.ts";
import { upload } from "../../api/upload.ts";
import { squarePhoto } from "./square-photo.ts";

const sentences = { failed: "Failed to save your photo.", network: "Network error." };
const kinds = ["image/png", "image/jpeg", "image/webp"];

/** Setting and removing the photo of the public profile. */
export function usePhoto() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: keyOf(getInterviewerProfile) });
  const set = useMutation({ mutationFn: sendSquare, onSuccess: refresh });
  const remove = useMutation({ mutationFn: () => call(removeInterviewerPhoto), onSuccess: refresh });
  const error = set.error ?? remove.error;
  return {
    set: (file: File) => {
      remove.reset();
      set.mutate(file);
    },
    remove: () => {
      set.reset();
      remove.mutate();
    },
    isWorking: set.isPending || remove.isPending,
    failure: error ? messageOf(error, sentences) : (set.data ?? null),
  };
}

/** Answers what is wrong with the chosen file, null when it was sent. */
async function sendSquare(file: File): Promise<string | null> {
  if (!kinds.includes(file.type)) return onlyPhoto;
  // A file that only calls itself a picture is its chooser's mistake and no fault of ours.
  const photo = await squarePhoto(file).catch(() => null);
  if (photo === null) return "This picture could not be opened. Choose another one.";
  await upload(uploadInterviewerPhoto, { file: photo });
  return null;
}
