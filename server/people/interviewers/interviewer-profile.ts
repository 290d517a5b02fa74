import { buffer } from "node:stream/consumers";
import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import { questionTopicNames } from "@greenroom/contract/kernel/topics.ts";
import {
  type InterviewerProfile,
  maxPhotoBytes,
  photoTooLargeMessage,
} from "@greenroom/contract/people/interviewers.ts";
import { unsupportedPhotoMessage } from "@greenroom/contract/people/mentor-options.ts";
import { sql, type Updateable } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { orderBy, type Page, readPage } from "../../kernel/db/read-lists.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { InterviewerProfiles } from "../../kernel/db/types.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import type { UploadKind } from "../../kernel/files.ts";
import { newId } from "../../kernel/ids.ts";
import { WorkerStopped } from "../../workers/worker-pool.ts";
import { lockAccount } from "../accounts/account.ts";
import { discardFile } from "../files/scan.ts";
import { removeApplications } from "./applications.ts";
import { type EncodedPhoto, maxPhotoPixels, type PhotoKind } from "./encode-photo.ts";

const photoFolder = "photos/";

/** Where a photo is served. */
export const photoUrlOf = (photoKey: string | null): string | null =>
  photoKey && `/api/interviewer-photos/${photoKey.slice(photoFolder.length)}`;

/**
 * Sets a photo, or removes it with null. The file is written before the row that names it, and the old one is
 * removed last, so a crash leaves only an unused file. Throws `unsupported_media_type`.
 */
export async function setPhoto(
  deps: Deps,
  actor: Actor,
  original: Buffer | null,
): Promise<{ photoUrl: string | null }> {
  const photoKey = original === null ? null : await storePhoto(deps, original);
  const replacedKey = await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, actor.userId);
    await lockSubjects(tx, [`photo:${actor.userId}`]);
    const { userId } = actor;
    const row = await tx
      .selectFrom("interviewerProfiles")
      .select("photoKey")
      .where("userId", "=", userId)
      .executeTakeFirst();
    await saveProfileRow(tx, { userId, changes: { photoKey }, now: deps.clock.now() });
    return row?.photoKey ?? null;
  });
  if (replacedKey !== null) await discardFile(deps, replacedKey);
  return { photoUrl: photoUrlOf(photoKey) };
}

async function storePhoto(deps: Deps, original: Buffer): Promise<string> {
  const { kind, content } = await cleanPhoto(deps, original);
  const key = `${photoFolder}${newId()}.${kind}`;
  await deps.storage.put(key, content, photoTypes[kind]);
  return key;
}

/** Updates the given columns of a profile; the others stay. */
export async function saveProfileRow(
  tx: Tx,
  {
    userId,
    changes,
    now,
  }: { userId: string; changes: Omit<Updateable<InterviewerProfiles>, "userId">; now: Date },
): Promise<void> {
  await tx
    .insertInto("interviewerProfiles")
    .values({ userId, ...changes, updatedAt: now })
    .onConflict((conflict) => conflict.column("userId").doUpdateSet({ ...changes, updatedAt: now }))
    .execute();
}

/** The last name of the interviewer `users` before somebody has booked them: an initial of one that they do not show. */
export const lastNameBeforeBooking = (users: string) => sql<string>`
  case when ${sql.ref(`${users}.last_name`)} <> '' and exists (
      select from interviewer_profiles where user_id = ${sql.ref(`${users}.id`)} and not shows_last_name)
    then left(${sql.ref(`${users}.last_name`)}, 1) || '.' else ${sql.ref(`${users}.last_name`)} end`;

const lastName = lastNameBeforeBooking("users");
const byName = orderBy("asc", ["text", "users.firstName"], ["text", lastName], ["id", "users.id"]);

/**
 * The profiles of all interviewers who can be booked, by name, or only the one with this id. A page that an operator took
 * down counts as none.
 */
export async function listInterviewers(
  deps: Deps,
  { id, ...page }: PageQuery & { id?: string | undefined },
): Promise<Page<InterviewerProfile>> {
  const { rows, next } = await deps.lagging.read((database) => {
    const bookable = database
      .selectFrom("users")
      .leftJoin("interviewerProfiles as profile", (join) =>
        join.onRef("profile.userId", "=", "users.id").on("profile.hiddenAt", "is", null),
      )
      .select(["users.id", "users.firstName", lastName.as("lastName")])
      .select(["profile.headline", "profile.topics", "profile.topicKeys", "profile.photoKey"])
      .where("users.role", "=", "interviewer")
      .where("users.blockedAt", "is", null)
      .$if(id !== undefined, (all) => all.where("users.id", "=", id ?? ""));
    return readPage(bookable, byName, page);
  });
  const profiles = rows.map(({ id, firstName, lastName, headline, topics, topicKeys, photoKey }) => ({
    _id: id,
    firstName,
    lastName,
    headline: headline ?? "",
    // Topics in the mentor's own words, from before there was a list to choose from.
    topics: topicKeys?.length ? topicKeys.map((key) => questionTopicNames[key]) : (topics ?? []),
    photoUrl: photoUrlOf(photoKey),
  }));
  return { rows: profiles, next };
}

const photoTypes: Record<PhotoKind, string> = {
  png: "image/png",
  jpg: "image/jpeg",
  webp: "image/webp",
};

/** An uploaded photo. Its type comes from its first bytes, not from its declared type. */
export const photoUpload: UploadKind = {
  field: "photo",
  maxBytes: maxPhotoBytes,
  tooLargeMessage: photoTooLargeMessage,
  checkHead({ head }) {
    if (detectPhotoKind(head) === null) throw photoRefusedError(unsupportedPhotoMessage);
  },
};

/**
 * Detects a photo's type from its first bytes and has it decoded and re-encoded in another process, with bounded time
 * and memory. Throws `unsupported_media_type`.
 */
export async function cleanPhoto(
  { workers }: Pick<Deps, "workers">,
  content: Buffer,
): Promise<{ kind: PhotoKind; content: Buffer }> {
  const kind = detectPhotoKind(content);
  if (kind === null) throw photoRefusedError(unsupportedPhotoMessage);
  const encoded = await workers
    .run("encodePhoto", { content, kind })
    .catch((cause: unknown): EncodedPhoto => {
      if (cause instanceof WorkerStopped) return { kind: "refused", reason: "too-large" };
      throw cause;
    });
  if (encoded.kind === "encoded") return { kind, content: Buffer.from(encoded.content) };
  throw photoRefusedError(
    encoded.reason === "broken"
      ? unsupportedPhotoMessage
      : `The photo is too wide or too tall: at most ${maxPhotoPixels} pixels.`,
  );
}

function detectPhotoKind(content: Buffer): PhotoKind | null {
  if (content.subarray(0, 8).toString("latin1") === "\x89PNG\r\n\x1a\n") return "png";
  if (content.subarray(0, 3).toString("hex") === "ffd8ff") return "jpg";
  const isWebp =
    content.subarray(0, 4).toString("latin1") === "RIFF" &&
    content.subarray(8, 12).toString("latin1") === "WEBP";
  return isWebp ? "webp" : null;
}

function photoRefusedError(msg: string): AppError {
  return new AppError("unsupported_media_type", { msg, details: [{ path: "photo", msg }] });
}

const photoFilePattern = /^[0-9a-f-]{36}\.(png|jpg|webp)$/;

/** Reads a photo in use, by its random name. Throws `not_found` otherwise, also while its page is taken down. */
export async function readPhoto(deps: Deps, file: string): Promise<{ content: Buffer; contentType: string }> {
  const kind = photoFilePattern.exec(file)?.[1] as PhotoKind | undefined;
  const key = `${photoFolder}${file}`;
  const user = await deps.database
    .selectFrom("interviewerProfiles")
    .select("userId")
    .where("photoKey", "=", key)
    .where("hiddenAt", "is", null)
    .executeTakeFirst();
  // A replaced photo is no longer served.
  const stream = user === undefined ? null : await deps.storage.read(key);
  if (kind === undefined || stream === null)
    throw new AppError("not_found", { msg: "There is no such photo." });
  return { content: await buffer(stream), contentType: photoTypes[kind] };
}

/** A photo inside its own address, for a mentor whose page is taken down: nobody else may load it. */
export async function readPhotoInline({ storage }: Deps, photoKey: string | null): Promise<string | null> {
  const stream = photoKey && (await storage.read(photoKey));
  if (!photoKey || !stream) return null;
  const kind = photoKey.slice(photoKey.lastIndexOf(".") + 1) as PhotoKind;
  return `data:${photoTypes[kind]};base64,${(await buffer(stream)).toString("base64")}`;
}

/** Deletes a person's public page with the facts that were checked, and returns the storage key of its photo, to be removed after the commit. */
export async function eraseProfile(tx: Tx, userId: string): Promise<string | null> {
  await tx.deleteFrom("mentorChecks").where("userId", "=", userId).execute();
  const row = await tx
    .deleteFrom("interviewerProfiles")
    .where("userId", "=", userId)
    .returning("photoKey")
    .executeTakeFirst();
  return row?.photoKey ?? null;
}

/** Deletes all invitations and applications of an address. */
export async function eraseInvitations(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom("invitations").where("email", "=", email).execute();
  await removeApplications(tx, email);
}
