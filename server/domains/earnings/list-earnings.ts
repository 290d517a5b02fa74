import type { listEarnings as endpoint } from "@greenroom/contract/earnings.ts";
import type { EndpointOutput } from "@greenroom/contract/endpoint.ts";
import { rupeesFromPaise } from "@greenroom/contract/money.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { presentEarning } from "./present.ts";
import { selectEarnings } from "./store.ts";

/** My earnings, newest first, and the sum of the credited ones in rupees. */
export async function listEarnings(deps: Deps, actor: Actor): Promise<EndpointOutput<typeof endpoint>> {
  const rows = await selectEarnings(deps.database, actor.userId);
  // Summed in paise: rupees with decimals do not add up exactly.
  const totalPaise = rows.reduce((sum, row) => sum + (row.status === "credited" ? row.amountPaise : 0), 0);
  return { transactions: rows.map(presentEarning), totalEarnings: rupeesFromPaise(totalPaise) };
}
