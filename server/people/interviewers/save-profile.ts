import type { PageQuery } from "@greenroom/contract/kernel/page.ts";
import type {
  InterviewerProfile,
  OwnInterviewerProfile,
} from "@greenroom/contract/people/interviewers/interviewer-profile.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Page } from "../../kernel/db/keyset.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { newId } from "../../kernel/ids.ts";
import { lockAccount } from "../accounts/lock-account.ts";
import { discardFile } from "../files/discard-file.ts";
import { cleanPhoto, photoTypes } from "./photos/clean-photo.ts";
import { getProfileRow, type ProfileRow, saveProfileRow, selectInterviewers } from "./store.ts";

const photoFolder = "photos/";

export async function getOwnProfile(deps: Deps, actor: Actor): Promise<OwnInterviewerProfile> {
  return presentProfile(await getProfileRow(deps.database, actor.userId));
}

export async function saveProfile(
  deps: Deps,
  actor: Actor,
  fields: { headline: string; topics: string[] },
): Promise<OwnInterviewerProfile> {
  await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, actor.userId);
    await saveProfileRow(tx, { userId: actor.userId, changes: fields, now: deps.clock.now() });
  });
  return getOwnProfile(deps, actor);
}

/**
 * Sets a photo, or removes it with null. The file is written before the row that names it, and the old one is
 * removed last, so a crash leaves only an unused file. Throws `unsupported_media_type`.
 */
export async function setPhoto(
  deps: Deps,
  actor: Actor,
  original: Buffer | null,
): Promise<OwnInterviewerProfile> {
  const photoKey = original === null ? null : await storePhoto(deps, original);
  const replacedKey = await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, actor.userId);
    await lockSubjects(tx, [`photo:${actor.userId}`]);
    const row = await getProfileRow(tx, actor.userId);
    await saveProfileRow(tx, { userId: actor.userId, changes: { photoKey }, now: deps.clock.now() });
    return row.photoKey;
  });
  if (replacedKey !== null) await discardFile(deps, replacedKey);
  return getOwnProfile(deps, actor);
}

async function storePhoto(deps: Deps, original: Buffer): Promise<string> {
  const { kind, content } = await cleanPhoto(deps, original);
  const key = `${photoFolder}${newId()}.${kind}`;
  await deps.storage.put(key, content, photoTypes[kind]);
  return key;
}

/** The profiles of all interviewers who can be booked, by name, or only the one with this id. */
export async function listInterviewers(
  deps: Deps,
  { id, ...page }: PageQuery & { id?: string | undefined },
): Promise<Page<InterviewerProfile>> {
  const { rows, next } = await deps.lagging.read((database) => selectInterviewers(database, id, page));
  const profiles = rows.map(({ id, firstName, lastName, headline, topics, photoKey }) => ({
    _id: id,
    firstName,
    lastName,
    ...presentProfile({ headline: headline ?? "", topics: topics ?? [], photoKey }),
  }));
  return { rows: profiles, next };
}

function presentProfile({ headline, topics, photoKey }: ProfileRow): OwnInterviewerProfile {
  return {
    headline,
    topics,
    photoUrl: photoKey && `/api/interviewer-photos/${photoKey.slice(photoFolder.length)}`,
  };
}
