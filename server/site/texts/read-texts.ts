import { type SiteTextKey, type SiteTextValues, siteTextKeys } from "@greenroom/contract/desk/site-texts.ts";
import type { BusinessSettings } from "../../kernel/config/config.ts";
import type { Deps } from "../../kernel/deps.ts";
import { selectCurrentTexts } from "./store.ts";

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
