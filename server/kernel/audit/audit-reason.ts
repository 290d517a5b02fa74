import { type RawBuilder, sql } from "kysely";

/** The approval of an action by a second operator. */
export interface Approved {
  approvalId: string;
  /** The operator who approved it. */
  approvedBy: string;
}

/**
 * The details of an audit line that say why. The reason of an approved action is stored in its approval alone: there the
 * deletion of an account removes the person's address, and nothing can be removed from the audit log.
 */
export function auditReason(reason: string, approved: Approved | undefined): Approved | { reason: string } {
  return approved ?? { reason };
}

/**
 * In SQL: the details of a line (an alias of `audit_log`) with the reason as its approval has it now. Lines of earlier
 * versions about an approval contain the reason, too; that of the approval is shown instead.
 */
export function auditDetails(line: string): RawBuilder<unknown> {
  const [action, subject, details] = ["action", "subject", "details"].map((name) =>
    sql.ref(`${line}.${name}`),
  ) as [RawBuilder<unknown>, RawBuilder<unknown>, RawBuilder<unknown>];
  return sql`coalesce(
    (select (${details} - 'approvalId') || jsonb_build_object('reason',
        case when ${action} in ('approval.approved', 'approval.declined', 'approval.withdrawn')
          then approval.decision_reason else approval.reason end)
      from operator_approvals approval
      where approval.id = case when ${subject} ~ '^approval:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
        then substr(${subject}, 10)::uuid else (${details}->>'approvalId')::uuid end),
    ${details})`;
}
