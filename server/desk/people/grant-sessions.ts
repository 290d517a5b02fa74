import { grantSessions } from "@greenroom/contract/desk/person-actions.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import type { Tx } from "../../kernel/db/database.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { bind } from "../../kernel/http/bind.ts";
import { formatSessionCount } from "../../money/payments/rules.ts";
import { getOperator } from "../access/open-desk.ts";
import { grantAction } from "../approvals/grant-action.ts";
import { performOrRequestApproval, previewAction } from "../approvals/perform-or-request-approval.ts";
import { getAccount } from "./get-account.ts";

/**
 * Gives a person sessions. A large grant needs a second operator (`approvals`), and an operator of the level
 * support also has a limit within 24 hours.
 */
export function bindGrantSessions(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, grantSessions.preview, ({ actor, params, body }) =>
    previewAction(deps, actor, grantOf(actor), { userId: params.id, sessions: body.sessions }),
  );
  bind(app, deps, grantSessions.perform, async ({ actor, params, body }) => {
    const { sessions, ...confirmed } = body;
    const payload = { userId: params.id, sessions };
    const {
      msg,
      approvalId,
      lotId = null,
    } = await performOrRequestApproval(deps, actor, grantOf(actor), {
      ...confirmed,
      payload,
    });
    return { msg, lotId, approvalId };
  });
}

/** The grant with the limits of this operator. */
function grantOf(actor: Actor): typeof grantAction {
  return {
    ...grantAction,
    async plan(deps, tx, payload) {
      const person = await getAccount(tx, payload.userId);
      if (person.deletedAt !== null) throw new AppError("conflict", { msg: "This account is deleted." });
      await checkDailyLimit(deps, tx, { actor, sessions: payload.sessions });
      return await grantAction.plan(deps, tx, payload);
    },
  };
}

/**
 * Throws `conflict` when this is more than an operator of the level support can still give away within 24 hours. The
 * operator's grants come one after the other, as all actions that may need an approval.
 */
async function checkDailyLimit(
  { config, clock }: Pick<Deps, "config" | "clock">,
  tx: Tx,
  { actor, sessions }: { actor: Actor; sessions: number },
): Promise<void> {
  if (getOperator(actor).level === "owner") return;
  const limit = config.operator.supportSessionsPerDay;
  // Sessions that were taken back can be granted again.
  const takenBack = sql<number>`coalesce((select sum((back.details->>'sessions')::int) from audit_log back
    where back.subject = granted.subject and back.action = 'credits.taken-back'
      and back.details->>'lotId' = granted.details->>'lotId'), 0)`;
  const { given } = await tx
    .selectFrom("auditLog as granted")
    .select(
      sql<number>`coalesce(sum((granted.details->>'sessions')::int - ${takenBack}), 0)::int`.as("given"),
    )
    .where("granted.actorUserId", "=", actor.userId)
    .where("granted.action", "=", "credits.granted")
    .where("granted.createdAt", ">", addMinutes(clock.now(), -24 * 60))
    .executeTakeFirstOrThrow();
  const left = Math.max(0, limit - given);
  if (sessions <= left) return;
  const rest = left === 0 ? "none is" : left === 1 ? "1 is" : `${left} are`;
  throw new AppError("conflict", {
    msg: `You can give away ${formatSessionCount(limit)} within 24 hours, and ${rest} left. Ask an owner for more.`,
  });
}
