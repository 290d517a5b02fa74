import { isEasyToGuess } from "@greenroom/contract/passwords/password-strength.ts";
import type { PasswordRequest, PasswordResponse } from "./password-worker-messages.ts";

addEventListener("message", ({ data }: MessageEvent<PasswordRequest>) => {
  const answer: PasswordResponse = { id: data.id, isEasy: isEasyToGuess(data.password, data.personal) };
  postMessage(answer);
});
