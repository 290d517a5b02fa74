import type { SiteTextKey, siteTextVersionSchema } from "@greenroom/contract/desk/site-texts.ts";
import { fullName } from "@greenroom/contract/kernel/full-name.ts";
import type { z } from "zod";
import type { Deps } from "../../kernel/deps.ts";
import { selectVersions } from "./store.ts";

const shownVersions = 50;

/** The newest versions of a text, newest first. */
export async function listVersions(
  { database }: Pick<Deps, "database">,
  key: SiteTextKey,
): Promise<z.infer<typeof siteTextVersionSchema>[]> {
  const rows = await selectVersions(database, key, shownVersions);
  return rows.map(({ version, value, reason, editedAt, firstName, lastName }) => ({
    version,
    value,
    reason,
    editedBy: fullName({ firstName, lastName }),
    editedAt: editedAt.toISOString(),
  }));
}
