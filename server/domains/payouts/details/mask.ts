import type { MaskedDetails, PayoutTarget } from "@greenroom/contract/interviewers/payout-details.ts";

/** Payout details as screens, mails and the export of a person's own data show them. */
export function maskTarget(target: PayoutTarget): MaskedDetails {
  const { kind, holder, pan } = target;
  return { kind, holder, account: maskAccount(target), pan: `••••••${pan.slice(-4)}` };
}

function maskAccount(target: PayoutTarget): string {
  if (target.kind === "bank") return `${target.ifsc} ••••${target.accountNumber.slice(-4)}`;
  const [name = "", bank = ""] = target.upiId.split("@");
  return `${name.slice(0, name.length > 4 ? 2 : 1)}•••@${bank}`;
}
