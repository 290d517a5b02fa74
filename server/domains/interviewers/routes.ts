import "@fastify/multipart";
import {
  getInterviewerProfile,
  listInterviewers as listInterviewersEndpoint,
  readInterviewerPhoto,
  removeInterviewerPhoto,
  saveInterviewerProfile,
  uploadInterviewerPhoto,
} from "@greenroom/contract/interviewer-profile.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../deps.ts";
import { answerBytes } from "../../http/answer-bytes.ts";
import { bind } from "../../http/bind.ts";
import { takeUpload } from "../../http/take-upload.ts";
import { photoUpload } from "./clean-photo.ts";
import { readPhoto } from "./read-photo.ts";
import { getProfile, listInterviewers, saveProfile, setPhoto } from "./save-profile.ts";

export function registerInterviewerRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, getInterviewerProfile, ({ actor }) => getProfile(deps, actor));
  bind(app, deps, saveInterviewerProfile, ({ actor, body }) => saveProfile(deps, actor, body));
  bind(app, deps, uploadInterviewerPhoto, async ({ actor, request }) => {
    await deps.limits.count("upload-by-user", actor.userId);
    return takeUpload(request, photoUpload, ({ content }) => setPhoto(deps, actor, content));
  });
  bind(app, deps, removeInterviewerPhoto, ({ actor }) => setPhoto(deps, actor, null));
  bind(app, deps, listInterviewersEndpoint, () => listInterviewers(deps));
  bind(app, deps, readInterviewerPhoto, async ({ params, reply }) => {
    const photo = await readPhoto(deps, params.file);
    // The name is new for each photo. Opened by its address it is a picture in a sandbox and nothing else.
    reply
      .header("cache-control", "public, max-age=86400, immutable")
      .header("content-disposition", "inline")
      .header("content-security-policy", "sandbox; default-src 'none'");
    return answerBytes(reply, photo);
  });
}
