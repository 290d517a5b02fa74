import type { Config } from "../../../kernel/config/config.ts";
import type { Database, Tx } from "../../../kernel/db/database.ts";
import { readFounding } from "../store.ts";
import { type FoundingTerms, findFoundingTerms } from "./price-store.ts";

/** Founding places and discount at an instant. */
export async function readFoundingTerms(
  database: Database | Tx,
  settings: Config["founding"],
  now: Date,
): Promise<FoundingTerms> {
  return (await findFoundingTerms(database, now)) ?? settings;
}

/** The same, with the number of places that are taken or held. */
export async function readFoundingPlaces(database: Database | Tx, settings: Config["founding"], now: Date) {
  const terms = await readFoundingTerms(database, settings, now);
  const { taken } = await readFounding(database, { userId: null, now });
  return { ...terms, taken };
}
