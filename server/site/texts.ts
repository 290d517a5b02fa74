import {
  type SiteTextKey,
  type SiteTextValues,
  siteTextKeys,
  siteTextSchemas,
  type siteTextVersionSchema,
} from "@greenroom/contract/desk/site-texts.ts";
import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import type { z } from "zod";
import type { Actor } from "../kernel/actor.ts";
import { recordAudit } from "../kernel/audit.ts";
import type { BusinessSettings } from "../kernel/config/config.ts";
import type { Database, Tx } from "../kernel/db/database.ts";
import { inTransaction } from "../kernel/db/transaction.ts";
import type { Deps } from "../kernel/deps.ts";
import { AppError, conflict } from "../kernel/errors.ts";

/** The newest version of every text that was ever edited. */
async function selectCurrentTexts(database: Database | Tx) {
  return await database
    .selectFrom("siteTexts")
    .distinctOn("key")
    .select(["key", "version", "value"])
    .orderBy("key")
    .orderBy("version", "desc")
    .execute();
}

/** Every page and mail reads these texts, so each server queries the database at most this often. */
const maxAgeMilliseconds = 5000;

export interface CurrentText<Key extends SiteTextKey = SiteTextKey> {
  value: SiteTextValues[Key];
  isDefault: boolean;
  version: number;
}
export type CurrentTexts = { [Key in SiteTextKey]: CurrentText<Key> };

type Edited = Awaited<ReturnType<typeof selectCurrentTexts>>;
type ReadDeps = Pick<Deps, "database" | "config">;

const cache = new WeakMap<Deps["database"], { readAt: number; edited: Promise<Edited> }>();

/** The texts as the site shows them, at most five seconds old. */
export async function readTexts(deps: ReadDeps): Promise<CurrentTexts> {
  return withDefaults(await readEdited(deps.database), deps.config.business);
}

/** The texts currently in the database. */
export async function readTextsNow({ database, config }: ReadDeps): Promise<CurrentTexts> {
  return withDefaults(await selectCurrentTexts(database), config.business);
}

/** Makes this server show an edit at once. */
export function forgetTexts({ database }: Pick<Deps, "database">): void {
  cache.delete(database);
}

function readEdited(database: Deps["database"]): Promise<Edited> {
  const found = cache.get(database);
  if (found !== undefined && performance.now() - found.readAt < maxAgeMilliseconds) return found.edited;
  const edited = selectCurrentTexts(database);
  cache.set(database, { readAt: performance.now(), edited });
  edited.catch(() => cache.delete(database));
  return edited;
}

function withDefaults(edited: Edited, { trust, showAdvisoryBanner }: BusinessSettings): CurrentTexts {
  const defaults: SiteTextValues = {
    claims: trust,
    advice: { isShown: showAdvisoryBanner },
    notice: { text: "" },
    questions: { items: [] },
    "mail-signature": { text: "" },
    "practice-model": { isOn: true },
  };
  const texts = siteTextKeys.map((key) => {
    const row = edited.find((candidate) => candidate.key === key);
    const value = row?.value ?? null;
    return [key, { value: value ?? defaults[key], isDefault: value === null, version: row?.version ?? 0 }];
  });
  return Object.fromEntries(texts) as CurrentTexts;
}

interface Edit {
  key: SiteTextKey;
  /** In the form of the text's schema; null for the default. */
  value: unknown;
  /** The version that the operator edited, not the new one; 0 if the text was never edited. */
  version: number;
  reason: string;
}

/**
 * Stores a new version of a text. Throws `invalid_input` if the value does not fit the text's schema, and
 * `conflict` if another edit came first.
 */
export async function editText(
  deps: Deps,
  { userId }: Actor,
  { key, value, version, reason }: Edit,
): Promise<{ msg: string }> {
  const checked = value === null ? null : checkValue(key, value);
  await inTransaction(deps.database, async (tx) => {
    const now = deps.clock.now();
    const current = (await selectCurrentTexts(tx)).find((text) => text.key === key)?.version ?? 0;
    const next = { key, version: version + 1, reason, editedBy: userId, editedAt: now };
    // Two edits at the same moment both read the same version, and only one of them can insert the next.
    const inserted = await tx
      .insertInto("siteTexts")
      .values({ ...next, value: checked === null ? null : JSON.stringify(checked) })
      .onConflict((conflict) => conflict.columns(["key", "version"]).doNothing())
      .executeTakeFirst();
    if (current !== version || inserted.numInsertedOrUpdatedRows !== 1n) {
      throw conflict("Another operator has changed this text. Load it again.");
    }
    const audited = { actor: { userId }, subject: `site-text:${key}`, now };
    const details = { version: version + 1, reason };
    await recordAudit(tx, { action: "site-text.edited", ...audited, details });
  });
  forgetTexts(deps);
  return { msg: "Saved. Every server shows it within seconds." };
}

function checkValue(key: SiteTextKey, value: unknown): unknown {
  const result = siteTextSchemas[key].safeParse(value);
  if (result.success) return result.data;
  const details = result.error.issues.map(({ path, message }) => ({
    path: ["value", ...path].join("."),
    msg: message,
  }));
  throw new AppError("invalid_input", { msg: details[0]?.msg ?? "This text cannot be used.", details });
}

const shownVersions = 50;

/** The newest versions of a text, newest first. */
export async function listVersions(
  { database }: Pick<Deps, "database">,
  key: SiteTextKey,
): Promise<z.infer<typeof siteTextVersionSchema>[]> {
  const rows = await database
    .selectFrom("siteTexts")
    .innerJoin("users as editor", "editor.id", "siteTexts.editedBy")
    .select(["version", "value", "reason", "editedAt", "editor.firstName", "editor.lastName"])
    .where("key", "=", key)
    .orderBy("version", "desc")
    .limit(shownVersions)
    .execute();
  return rows.map(({ version, value, reason, editedAt, firstName, lastName }) => ({
    version,
    value,
    reason,
    editedBy: fullName({ firstName, lastName }),
    editedAt: editedAt.toISOString(),
  }));
}
