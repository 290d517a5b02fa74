import type { Tx } from "../../../kernel/db/database.ts";
import { AppError } from "../../../kernel/errors.ts";
import { lockRefund } from "./refund-store.ts";

/**
 * A refund whose money has not gone out, also one that the provider refused; locked until the transaction ends. Throws
 * `not_found`, and `conflict` when the money has gone out.
 */
export async function lockUnsentRefund(tx: Tx, id: string) {
  const refund = await lockRefund(tx, id);
  if (refund === null) throw new AppError("not_found", { msg: "This refund does not exist." });
  if (refund.status === "done") {
    throw new AppError("conflict", {
      msg: "The money of this refund has gone out, so there is nothing to retry.",
    });
  }
  return refund;
}
