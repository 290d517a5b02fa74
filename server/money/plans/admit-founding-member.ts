import type { Config } from "../../kernel/config/config.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { readFoundingTerms } from "./prices/founding-terms.ts";
import { becomesFoundingMember, foundingPlan } from "./rules.ts";
import { insertFoundingMember, readFounding } from "./store.ts";

interface Purchase {
  userId: string;
  paymentId: string;
  planType: string;
  /** True if the quote included the founding discount. */
  isFounding: boolean;
  now: Date;
}

/**
 * Makes the buyer of the founding plan a founding member while places are left; once per user. The caller has locked
 * the places (`lockOrderedPrice`).
 */
export async function admitFoundingMember(
  tx: Tx,
  settings: Config["founding"],
  { userId, paymentId, planType, isFounding, now }: Purchase,
): Promise<void> {
  if (planType !== foundingPlan) return;
  const { places } = await readFoundingTerms(tx, settings, now);
  const { taken, isMember } = await readFounding(tx, { userId, now });
  if (!becomesFoundingMember({ planType, isFounding }, { places, taken, isMember })) return;
  await insertFoundingMember(tx, { userId, paymentId, joinedAt: now });
}
