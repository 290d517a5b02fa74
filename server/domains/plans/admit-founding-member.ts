import type { Config } from "../../config.ts";
import type { Tx } from "../../db/database.ts";
import { lockFoundingPlaces } from "./lock-price.ts";
import { becomesFoundingMember, foundingPlan } from "./rules.ts";
import { insertFoundingMember, readFounding } from "./store.ts";

interface Purchase {
  userId: string;
  paymentId: string;
  planType: string;
  /** The quote had the founding discount in it. */
  isFounding: boolean;
  now: Date;
}

/** Makes the buyer of the founding plan a founding member while places are left; once each. */
export async function admitFoundingMember(
  tx: Tx,
  { places }: Pick<Config["founding"], "places">,
  { userId, paymentId, planType, isFounding, now }: Purchase,
): Promise<void> {
  if (planType !== foundingPlan) return;
  await lockFoundingPlaces(tx);
  const { taken, isMember } = await readFounding(tx, { userId, now });
  if (!becomesFoundingMember({ planType, isFounding }, { places, taken, isMember })) return;
  await insertFoundingMember(tx, { userId, paymentId, joinedAt: now });
}
