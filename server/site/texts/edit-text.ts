import { type SiteTextKey, siteTextSchemas } from "@greenroom/contract/desk/site-texts.ts";
import type { Actor } from "../../kernel/actor.ts";
import { recordAudit } from "../../kernel/audit/record-audit.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { forgetTexts } from "./read-texts.ts";
import { insertVersion, selectCurrentTexts } from "./store.ts";

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
    const row = { key, value: checked, version: version + 1, reason, editedBy: userId, now };
    // Two edits at the same moment both read the same version, and only one of them can insert the next.
    if (current !== version || !(await insertVersion(tx, row))) {
      throw new AppError("conflict", { msg: "Another operator has changed this text. Load it again." });
    }
    await recordAudit(tx, {
      actor: { userId },
      action: "site-text.edited",
      subject: `site-text:${key}`,
      details: { version: version + 1, reason },
      now,
    });
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
