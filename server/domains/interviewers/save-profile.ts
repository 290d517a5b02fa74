import type { InterviewerProfile, OwnInterviewerProfile } from "@greenroom/contract/interviewer-profile.ts";
import { newId } from "../../db/ids.ts";
import { inTransaction, lockSubjects } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { discardFile } from "../files/discard-file.ts";
import { cleanPhoto, photoTypes } from "./clean-photo.ts";
import { getProfileRow, type ProfileRow, saveProfileRow, selectInterviewers } from "./store.ts";

const photoFolder = "photos/";

export async function getProfile(deps: Deps, actor: Actor): Promise<OwnInterviewerProfile> {
  return present(await getProfileRow(deps.database, actor.userId));
}

export async function saveProfile(
  deps: Deps,
  actor: Actor,
  fields: { headline: string; topics: string[] },
): Promise<OwnInterviewerProfile> {
  await saveProfileRow(deps.database, { userId: actor.userId, changes: fields, now: deps.clock.now() });
  return getProfile(deps, actor);
}

/**
 * Sets a photo, or with null removes it. The file is durable before the row that names it, and the one that it replaces
 * goes last: a crash in between leaves a file that nothing points at. Throws `unsupported_media_type`.
 */
export async function setPhoto(
  deps: Deps,
  actor: Actor,
  sent: Buffer | null,
): Promise<OwnInterviewerProfile> {
  const photoKey = sent === null ? null : await keep(deps, sent);
  const former = await inTransaction(deps.database, async (tx) => {
    await lockSubjects(tx, [`photo:${actor.userId}`]);
    const row = await getProfileRow(tx, actor.userId);
    await saveProfileRow(tx, { userId: actor.userId, changes: { photoKey }, now: deps.clock.now() });
    return row.photoKey;
  });
  if (former !== null) await discardFile(deps, former);
  return getProfile(deps, actor);
}

async function keep(deps: Deps, sent: Buffer): Promise<string> {
  const { kind, content } = cleanPhoto(sent);
  const key = `${photoFolder}${newId()}.${kind}`;
  await deps.storage.put(key, content, photoTypes[kind]);
  return key;
}

/** The profiles of everybody who can be booked, by name. */
export async function listInterviewers(deps: Deps): Promise<InterviewerProfile[]> {
  const rows = await selectInterviewers(deps.database);
  return rows.map(({ id, firstName, lastName, headline, topics, photoKey }) => ({
    _id: id,
    firstName,
    lastName,
    ...present({ headline: headline ?? "", topics: topics ?? [], photoKey }),
  }));
}

function present({ headline, topics, photoKey }: ProfileRow): OwnInterviewerProfile {
  return {
    headline,
    topics,
    photoUrl: photoKey && `/api/interviewer-photos/${photoKey.slice(photoFolder.length)}`,
  };
}
