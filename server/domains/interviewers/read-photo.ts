import { buffer } from "node:stream/consumers";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../http/errors.ts";
import { photoTypes } from "./clean-photo.ts";
import { hasPhoto } from "./store.ts";

const names = /^[0-9a-f-]{36}\.(png|jpg|webp)$/;

/** A photo that is in use, by its random name. Throws `not_found` for any other. */
export async function readPhoto(deps: Deps, file: string): Promise<{ content: Buffer; contentType: string }> {
  const kind = names.exec(file)?.[1] as keyof typeof photoTypes | undefined;
  const key = `photos/${file}`;
  const stream =
    kind !== undefined && (await hasPhoto(deps.database, key)) ? await deps.storage.read(key) : null;
  if (kind === undefined || stream === null)
    throw new AppError("not_found", { msg: "There is no such photo." });
  return { content: await buffer(stream), contentType: photoTypes[kind] };
}
