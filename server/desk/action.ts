import { createHash } from "node:crypto";
import {
  type ActionResult,
  type ConfirmedAction,
  type DeskAction,
  isTypedConfirmation,
  type Preview,
  type Undo,
} from "@greenroom/contract/desk/actions.ts";
import { type ApprovalKind, approvalHours, decideApproval } from "@greenroom/contract/desk/approvals.ts";
import type { Endpoint, EndpointOutput, EndpointRequest } from "@greenroom/contract/kernel/endpoint.ts";
import type { Paise } from "@greenroom/contract/kernel/money.ts";
import { asSentence } from "@greenroom/contract/kernel/plain-text.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Actor } from "../kernel/actor.ts";
import { type Approved, auditReason, recordAudit } from "../kernel/audit.ts";
import type { Tx } from "../kernel/db/database.ts";
import { inTransaction, lockSubjects } from "../kernel/db/transaction.ts";
import type { Deps } from "../kernel/deps.ts";
import { AppError, conflict, invalidField } from "../kernel/errors.ts";
import { bind } from "../kernel/http/bind.ts";
import { newId } from "../kernel/ids.ts";
import { formatPaise } from "../money/payouts/rules.ts";

/* Everything that an operator does at the desk is an action: previewed, confirmed with a reason, recorded, undone. */

/** One call of an action, in its transaction. */
export interface ActionCall<Input> {
  deps: Deps;
  tx: Tx;
  actor: Actor;
  /** The record of the address; empty for an action without one. */
  id: string;
  input: Input;
  now: Date;
}

/** What an action would do now. */
export interface Plan<Input, Data> {
  /** All that the preview says and the action depends on. The version of the preview is its hash. */
  data: Data;
  /**
   * The people to whom it gives money, sessions, a right or a better outcome, and both parties of an interview that it
   * decides about. An operator among them can neither do it, ask for it nor approve it.
   */
  beneficiaries: readonly string[];
  /** The text that the operator types to confirm. */
  typed?: string | null;
  /** The input with exact values, for an approval: `all` sessions have become a number. */
  exact?: Input;
}

/** The operator in whose name an action runs, and why. */
export interface RunBy {
  actor: { userId: string };
  reason: string;
  /** Where a second operator was needed. */
  approved?: Approved;
}

/** What was done. */
export interface Done {
  /** A sentence for the operator. */
  msg: string;
  /** The line of the audit log; absent if what the action calls records it. The reason is added. */
  audit?: { action: string; subject: string; details?: Record<string, unknown> };
  undo?: Undo | null;
}

/** Above it, a second operator has to approve the action. */
interface Limit<Data> {
  kind: ApprovalKind;
  /** Owners do it alone, and support may ask for it. */
  isForSupportOnly?: true;
  /** The paise or sessions that it moves. */
  amount(data: Data): number;
  /** How many of them one operator may move alone within 24 hours. */
  most(config: Deps["config"]): number;
  /** `₹5,000`, `5 sessions` */
  format(amount: number): string;
  /** Why it is over the limit, where that is not a matter of the amount. */
  why?(data: Data): string | null;
}

interface Definition<Input, Subject, Data, Result> {
  /** Locks what the action changes, and returns it. Throws `not_found`. */
  lock(call: ActionCall<Input>): Promise<Subject>;
  /** Works out what the action would do. Throws `conflict` if it is not possible. */
  plan(call: ActionCall<Input> & { subject: Subject }): Promise<Plan<Input, Data>>;
  /** The same in words. Each line is a label and sentences. */
  describe(data: Data, deps: Deps): Preview["lines"];
  /** Does what was planned. */
  run(call: ActionCall<Input> & { subject: Subject; data: Data }, by: RunBy): Promise<Result>;
  limit?: Limit<NoInfer<Data>>;
  /** Runs after the transaction. */
  afterwards?(deps: Deps): void;
}

type InputOf<C extends DeskAction> = EndpointRequest<C["preview"]>["body"];
type ResultOf<C extends DeskAction> = Done & Omit<EndpointOutput<C["perform"]>, keyof ActionResult>;

/** An action whose types are its own matter. */
export interface Action extends Definition<unknown, unknown, unknown, Done> {
  contract: DeskAction;
}

/** An action of the contract. Its calls, preview, approval, audit line and undo follow from the definition. */
export function action<C extends DeskAction, Subject, Data>(
  contract: C,
  definition: Definition<InputOf<C>, Subject, Data, ResultOf<C>>,
): Action {
  return { contract, ...definition } as unknown as Action;
}

/** The undo of an action by another one. */
export function undoBy<C extends DeskAction>(
  { perform }: C,
  { id = "", input, label = null }: { id?: string; input: InputOf<C>; label?: string | null },
): Undo {
  return { path: perform.path.replace(":id", id), body: input as Record<string, unknown>, label };
}

/** Binds the two calls of an action: the preview, and the action itself if the preview is still valid. */
export function bindAction(app: FastifyInstance, deps: Deps, action: Action): void {
  const { preview, perform } = action.contract;
  async function prepareCall(
    tx: Tx,
    { actor, params, body }: { actor: unknown; params: unknown; body: unknown },
  ) {
    const { id = "" } = (params ?? {}) as { id?: string };
    const call = { deps, tx, actor: actor as Actor, id, input: body, now: deps.clock.now() };
    return await prepareForRequester(action, call);
  }
  bind<Endpoint>(app, deps, preview, async (call) => {
    const prepared = await inTransaction(deps.database, (tx) => prepareCall(tx, call));
    const { lines, typed = null, version } = prepared;
    return { lines, typedConfirmation: typed, version };
  });
  bind<Endpoint>(app, deps, perform, async (call) => {
    // The input is that of the preview, so that no action records the version of a preview in the audit log.
    const { reason, version, typed, ...input } = call.body as unknown as ConfirmedAction;
    const result = await inTransaction(deps.database, async (tx) => {
      const prepared = await prepareCall(tx, { ...call, body: input });
      checkConfirmed(prepared, { version, typed });
      return prepared.unapproved === null
        ? await performAlone(action, prepared, reason)
        : await requestApproval(action, prepared, reason);
    });
    if (result.approvalId === null) action.afterwards?.(deps);
    return result;
  });
}

/** An action that is planned, with its rows locked. */
interface Prepared extends Plan<unknown, unknown> {
  call: ActionCall<unknown> & { subject: unknown; data: unknown };
  lines: Preview["lines"];
  version: string;
}

/**
 * Plans an action for the operator who would do it. Every action is planned before anything is done. Throws `forbidden`
 * for an operator who benefits from it.
 */
export async function prepare(action: Action, call: ActionCall<unknown>): Promise<Prepared> {
  const subject = await action.lock(call);
  const plan = await action.plan({ ...call, subject });
  if (plan.beneficiaries.includes(call.actor.userId)) {
    throw new AppError("forbidden", { msg: "This is in your own favor, so another operator has to do it." });
  }
  const input = plan.exact ?? call.input;
  return {
    ...plan,
    call: { ...call, input, subject, data: plan.data },
    lines: action.describe(plan.data, call.deps),
    version: hash([call.id, input, plan.data]),
  };
}

/** Runs a prepared action and records it. */
export async function runPrepared(action: Action, { call }: Prepared, by: RunBy): Promise<ActionResult> {
  const { audit, undo = null, ...answer } = await action.run(call, by);
  if (audit !== undefined) {
    await recordAudit(call.tx, {
      actor: by.actor,
      ...audit,
      details: { ...audit.details, ...auditReason(by.reason, by.approved) },
      now: call.now,
    });
  }
  return { ...answer, approvalId: null, undo };
}

interface Requested extends Prepared {
  /** The version without the need of a second operator, which the one who approves it compares; null if none is needed. */
  unapproved: string | null;
}

/**
 * Plans an action for the operator who would run or request it. Everything that the operator has done alone within 24
 * hours counts, so several small actions need a second operator just as one large action does.
 */
async function prepareForRequester(action: Action, call: ActionCall<unknown>): Promise<Requested> {
  const { limit } = action;
  const { deps, tx, actor } = call;
  if (limit === undefined) return { ...(await prepare(action, call)), unapproved: null };
  // With two actions at the same time, the second one must count the first.
  await lockSubjects(tx, [`${limit.kind}-by:${actor.userId}`]);
  const prepared = await prepare(action, call);
  const amount = limit.amount(prepared.data);
  const most = limit.most(deps.config);
  const earlier = await sumAlone(call, limit.kind);
  const isFree = limit.isForSupportOnly === true && actor.operator?.level === "owner";
  if (isFree || earlier + amount <= most) return { ...prepared, unapproved: null };
  const owner = ownerFor(actor);
  const asked = await tx
    .selectFrom("operatorApprovals")
    .select("id")
    .where("kind", "=", limit.kind)
    .where("askedBy", "=", actor.userId)
    .where("version", "=", prepared.version)
    .where("outcome", "is", null)
    .where("expiresAt", ">", call.now)
    .executeTakeFirst();
  if (asked !== undefined)
    throw conflict(`You have asked for this already. ${asSentence(`${owner} has to approve it`)}`);
  const why =
    limit.why?.(prepared.data) ??
    (amount > most
      ? `it is over ${limit.format(most)}`
      : `you have done ${limit.format(earlier)} alone within 24 hours, and this would be over ${limit.format(most)}`);
  const text = `Needed, because ${why}. Nothing happens until ${owner} approves it within ${approvalHours} hours.`;
  return {
    ...prepared,
    lines: [...prepared.lines, { label: "Second operator", text }],
    version: hash([prepared.version, "needs approval"]),
    unapproved: prepared.version,
  };
}

/** The owner who decides, as the operator who asks would say it. */
const ownerFor = ({ operator }: Actor) => (operator?.level === "owner" ? "another owner" : "an owner");

const aloneAction = (kind: ApprovalKind) => `desk.${kind}-done-alone`;

async function performAlone(action: Action, prepared: Requested, reason: string): Promise<ActionResult> {
  const { tx, actor, now, data } = prepared.call;
  const by = { actor: { userId: actor.userId }, reason };
  const result = await runPrepared(action, prepared, by);
  const amount = action.limit?.amount(data) ?? 0;
  if (action.limit !== undefined && amount > 0) {
    await recordAudit(tx, {
      actor: by.actor,
      action: aloneAction(action.limit.kind),
      subject: `user:${actor.userId}`,
      details: { amount },
      now,
    });
  }
  return result;
}

/** The paise or sessions that the operator has moved alone within 24 hours. */
async function sumAlone({ tx, actor, now }: ActionCall<unknown>, kind: ApprovalKind): Promise<number> {
  const { amount } = await tx
    .selectFrom("auditLog")
    .select(sql<string>`coalesce(sum((details->>'amount')::bigint), 0)`.as("amount"))
    .where("actorUserId", "=", actor.userId)
    .where("action", "=", aloneAction(kind))
    .where("createdAt", ">", addMinutes(now, -24 * 60))
    .executeTakeFirstOrThrow();
  return Number(amount);
}

async function requestApproval(
  { limit }: Action,
  { call, lines, unapproved }: Requested,
  reason: string,
): Promise<ActionResult> {
  const { tx, actor, id, input, now } = call;
  const kind = limit?.kind as ApprovalKind;
  // The only such action with a record in its address is a grant to a person.
  const payload = id === "" ? (input as object) : { userId: id, ...(input as object) };
  const approvalId = newId();
  await tx
    .insertInto("operatorApprovals")
    .values({
      id: approvalId,
      kind,
      payload: JSON.stringify(payload),
      lines: JSON.stringify(lines.slice(0, -1)),
      version: unapproved as string,
      reason,
      askedBy: actor.userId,
      askedAt: now,
      expiresAt: addMinutes(now, 60 * approvalHours),
    })
    .execute();
  await recordAudit(tx, {
    actor: { userId: actor.userId },
    action: "approval.asked",
    subject: `approval:${approvalId}`,
    // Without the reason: the log is append-only, and a deleted account's address must leave the reason.
    details: { kind, payload },
    now,
  });
  return {
    msg: `Nothing has happened yet: ${ownerFor(actor)} has to approve it within ${approvalHours} hours.`,
    approvalId,
    undo: undoBy(decideApproval, {
      id: approvalId,
      input: { decision: "withdraw" },
      label: "Withdraw the request",
    }),
  };
}

/**
 * Checks a confirmation against the action as it is now. Throws `conflict` when the operator saw other data, and
 * `invalid_input` about `typed`.
 */
function checkConfirmed(
  { typed: wanted = null, version: current }: Prepared,
  { version, typed = "" }: { version: string; typed: string | undefined },
): void {
  if (version !== current) {
    throw conflict("Something has changed since you opened this. Look at it again before you confirm.");
  }
  if (wanted !== null && !isTypedConfirmation(wanted, typed))
    throw invalidField("typed", `Type ${wanted} to confirm.`);
}

/** The order of an object's keys is not part of its version, because JSON of the database has an order of its own. */
function hash(data: unknown): string {
  const text = JSON.stringify(data, (_key, value: unknown) =>
    value === null || typeof value !== "object" || Array.isArray(value)
      ? value
      : Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))),
  );
  return createHash("sha256").update(text).digest("base64url");
}

/** An amount in the form that an operator types before money is sent: `1234.50`. */
export function amountToType(paise: Paise): string {
  return formatPaise(paise).replace("₹", "").replaceAll(",", "");
}

/** Numbers the lines of a preview of several rows, because two lines may have the same label. */
export function numberLines(lines: Preview["lines"]): Preview["lines"] {
  if (lines.length < 2) return lines;
  return lines.map(({ label, text }, index) => ({ label: `${index + 1}. ${label}`, text }));
}
