import type { OpenApproval } from "@greenroom/contract/desk/money/approvals.ts";
import { presentPerson } from "../present-person.ts";
import type { OpenApprovalRow } from "./store.ts";

export function presentOpenApproval(row: OpenApprovalRow): OpenApproval {
  return { approvalId: row.id, askedBy: presentPerson(row), askedAt: row.askedAt.toISOString() };
}
