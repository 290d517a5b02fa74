import {
  type PayoutTarget,
  payoutTargetSchema,
} from "@greenroom/contract/people/interviewers/payout-details.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { seal, unseal } from "../../../kernel/seal.ts";

type Sealing = Pick<Deps, "hmac">;

const keyOf = ({ hmac }: Sealing) => hmac("payout-details", "key 1");
const contextOf = (id: string) => `payout-details:${id}`;

/** Encrypts payout details and binds them to the row with this id. */
export function sealTarget(deps: Sealing, id: string, target: PayoutTarget): Buffer {
  return seal(keyOf(deps), JSON.stringify(target), contextOf(id));
}

/** Throws if the server's secret is not the one that encrypted them. */
export function unsealTarget(deps: Sealing, { id, sealed }: { id: string; sealed: Buffer }): PayoutTarget {
  return payoutTargetSchema.parse(JSON.parse(unseal(keyOf(deps), sealed, contextOf(id))));
}
