import { idSchema } from "@greenroom/contract/kernel/ids.ts";
import type { Deps } from "../../kernel/deps.ts";

/**
 * Finds the payers for a reference: a payment's id (ours or the provider's), the provider's id of an order, or a
 * receipt number.
 */
export async function findBuyers(
  { database, payments }: Pick<Deps, "database" | "payments">,
  reference: string,
): Promise<string[]> {
  const id = idSchema.safeParse(reference);
  const provider = payments.name;
  const lists = id.success
    ? [await database.selectFrom("payments").select("userId").where("id", "=", id.data).execute()]
    : await Promise.all([
        database
          .selectFrom("payments")
          .select("userId")
          .where("provider", "=", provider)
          .where("providerPaymentId", "=", reference)
          .execute(),
        database
          .selectFrom("orders")
          .select("userId")
          .where("provider", "=", provider)
          .where("providerOrderId", "=", reference)
          .execute(),
        database.selectFrom("orders").select("userId").where("receipt", "=", reference).execute(),
      ]);
  return [...new Set(lists.flat().map(({ userId }) => userId))];
}
