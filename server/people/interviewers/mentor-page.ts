import { nameProblem } from "@greenroom/contract/kernel/contact-details.ts";
import type { FieldProblem } from "@greenroom/contract/kernel/endpoint.ts";
import { slugLimits } from "@greenroom/contract/people/mentor-options.ts";
import {
  isDecentSlug,
  type MentorPageFields,
  type OwnMentorPage,
} from "@greenroom/contract/people/mentors.ts";
import { sql } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { lockAccount } from "../accounts/account.ts";
import { getUser } from "../accounts/store.ts";
import { readPhotoInline, saveProfileRow } from "./interviewer-profile.ts";
import { presentMentor, publicColumns } from "./listed-mentors.ts";

/* The page of a mentor as its owner edits it. Nothing of it is public before the owner lists it. */

export async function getOwnPage(deps: Deps, actor: Actor): Promise<OwnMentorPage> {
  const row = await deps.database
    .selectFrom("users")
    .leftJoin("interviewerProfiles as profile", "profile.userId", "users.id")
    .select(publicColumns(deps.config.business.timeZone))
    .select(["users.lastName as ownLastName", "profile.showsLastName"])
    .select(endedWithName.as("checksEndedWithName"))
    .select(["profile.listedAt", "profile.hiddenAt", "profile.hiddenReason"])
    .where("users.id", "=", actor.userId)
    .executeTakeFirstOrThrow();
  const name = { firstName: row.firstName, lastName: row.ownLastName };
  return {
    ...presentMentor(row),
    ...(row.hiddenAt && { photoUrl: await readPhotoInline(deps, row.photoKey) }),
    ...name,
    slug: row.slug ?? (await findFreeSlug(deps.database, suggestSlug(name))),
    showsLastName: row.showsLastName ?? false,
    checksEndedWithName: row.checksEndedWithName,
    isListed: row.listedAt !== null,
    hidden: row.hiddenAt && { at: row.hiddenAt.toISOString(), reason: row.hiddenReason ?? "" },
  };
}

/** Whether a check was withdrawn in the transaction that changed the mentor's name. */
const endedWithName = sql<boolean>`exists (
  select from mentor_checks ended join former_names former
    on former.user_id = ended.user_id and former.until = ended.withdrawn_at
  where ended.user_id = users.id)`;

/** Saves the page, and lists or unlists it. Throws `conflict` about `slug` if another mentor has it. */
export async function savePage(
  deps: Deps,
  actor: Actor,
  { isListed, topics: topicKeys, ...fields }: MentorPageFields,
): Promise<OwnMentorPage> {
  const { userId } = actor;
  const now = deps.clock.now();
  await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, userId);
    await takeSlug(tx, userId, fields.slug);
    const before = await tx
      .selectFrom("interviewerProfiles")
      .select("listedAt")
      .where("userId", "=", userId)
      .executeTakeFirst();
    if (isListed) checkShownName(await getUser(tx, userId), fields);
    const listedAt = isListed ? (before?.listedAt ?? now) : null;
    await saveProfileRow(tx, { userId, changes: { ...fields, topicKeys, listedAt }, now });
  });
  return await getOwnPage(deps, actor);
}

/** Throws `invalid_input` about a name from before names were checked, or two that are a contact detail together. */
function checkShownName(
  { firstName, lastName }: { firstName: string; lastName: string },
  { showsLastName }: Pick<MentorPageFields, "showsLastName">,
): void {
  const ofFirst = nameProblem("First name", firstName);
  const msg = ofFirst ?? (showsLastName ? nameProblem("Your name", `${firstName} ${lastName}`) : null);
  if (msg === null) return;
  const details: FieldProblem[] = [{ path: ofFirst === null ? "showsLastName" : "isListed", msg }];
  throw new AppError("invalid_input", { msg, details });
}

/** Takes a page down with the reason that its mentor reads, or shows it again with null. */
export async function setPageHidden(
  tx: Tx,
  userId: string,
  hidden: { at: Date; reason: string } | null,
): Promise<void> {
  await tx
    .updateTable("interviewerProfiles")
    .set({ hiddenAt: hidden?.at ?? null, hiddenReason: hidden?.reason ?? null })
    .where("userId", "=", userId)
    .execute();
}

/** Holds an address of a page until the end of the transaction, for the mentor who has it or is the first to want it. */
async function takeSlug(tx: Tx, userId: string, slug: string): Promise<void> {
  await lockSubjects(tx, [`slug:${slug}`]);
  const other = await tx
    .selectFrom("interviewerProfiles")
    .select("userId")
    .where("slug", "=", slug)
    .where("userId", "<>", userId)
    .executeTakeFirst();
  if (other === undefined) return;
  const msg = `Another mentor has “${slug}”. “${await findFreeSlug(tx, slug)}” is free.`;
  const details: FieldProblem[] = [{ path: "slug", msg }];
  throw new AppError("conflict", { msg, details });
}

/** "kavya-r" for Kavya Rao; for a name without Latin letters, "interviewer". */
export function suggestSlug({ firstName, lastName }: { firstName: string; lastName: string }): string {
  const latin = (text: string) =>
    text
      .normalize("NFKD")
      .toLowerCase()
      .replaceAll(/\p{M}|['’]/gu, "")
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, "");
  const first = latin(firstName).slice(0, 30).replace(/-$/, "");
  const slug = [first, latin(lastName).slice(0, 1)].filter(Boolean).join("-");
  return slug.length >= slugLimits.min && isDecentSlug(slug) ? slug : "my-page";
}

/** The slug itself, or with the first number with which nobody has it. */
async function findFreeSlug(database: Database | Tx, slug: string): Promise<string> {
  const base = slug.slice(0, slugLimits.max - 4).replace(/-$/, "");
  const { rows } = await sql<{ free: string }>`
    select free from (
      select ${slug} as free, 1 as number
      union all select ${base} || '-' || number, number from generate_series(2, 999) number) numbered
    where not exists (select from interviewer_profiles where slug = free)
    order by number limit 1`.execute(database);
  return rows[0]?.free ?? slug;
}
