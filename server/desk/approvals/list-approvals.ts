import type { Approval } from "@greenroom/contract/desk/money/approvals.ts";
import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Page } from "../../kernel/db/read-lists.ts";
import type { Deps } from "../../kernel/deps.ts";
import { type ListedApproval, selectApprovals } from "./store.ts";

/** Approvals, newest first. */
export async function listApprovals(
  deps: Pick<Deps, "database" | "clock">,
  actor: Actor,
  { state, ...page }: PageQuery & { state?: "open" | "decided" | undefined },
): Promise<Page<Approval>> {
  const now = deps.clock.now();
  const { rows, next } = await selectApprovals(deps.database, { state, now }, page);
  return { rows: rows.map((row) => present(row, actor.userId, now)), next };
}

function present(row: ListedApproval, userId: string, now: Date): Approval {
  const name = (first: string | null, last: string | null) => `${first ?? ""} ${last ?? ""}`.trim();
  const state = row.outcome ?? (row.expiresAt <= now ? "expired" : "open");
  return {
    _id: row.id,
    kind: row.kind,
    lines: row.lines,
    reason: row.reason,
    askedBy: {
      _id: row.askedBy,
      name: name(row.requesterFirst, row.requesterLast),
      email: row.requesterEmail,
    },
    askedAt: row.askedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    state: state as Approval["state"],
    decidedBy:
      row.decidedBy === null
        ? null
        : {
            _id: row.decidedBy,
            name: name(row.deciderFirst, row.deciderLast),
            email: row.deciderEmail ?? "",
          },
    decidedAt: row.decidedAt?.toISOString() ?? null,
    decisionReason: row.decisionReason,
    isMine: row.askedBy === userId,
  };
}
