import { buffer } from "node:stream/consumers";
import type { Deps } from "../../../kernel/deps.ts";
import { AppError } from "../../../kernel/errors.ts";
import { hasPhoto } from "../store.ts";
import { photoTypes } from "./clean-photo.ts";

const photoFilePattern = /^[0-9a-f-]{36}\.(png|jpg|webp)$/;

/** Reads a photo that is in use, by its random name. Throws `not_found` otherwise. */
export async function readPhoto(deps: Deps, file: string): Promise<{ content: Buffer; contentType: string }> {
  const kind = photoFilePattern.exec(file)?.[1] as keyof typeof photoTypes | undefined;
  const key = `photos/${file}`;
  const stream =
    kind !== undefined && (await hasPhoto(deps.database, key)) ? await deps.storage.read(key) : null;
  if (kind === undefined || stream === null)
    throw new AppError("not_found", { msg: "There is no such photo." });
  return { content: await buffer(stream), contentType: photoTypes[kind] };
}
