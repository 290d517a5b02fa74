import type { ConfirmedAction, Preview } from "@greenroom/contract/desk/actions.ts";
import type { Endpoint, EndpointRequest } from "@greenroom/contract/kernel/endpoint.ts";
import type { FastifyInstance } from "fastify";
import type { Actor } from "../kernel/actor.ts";
import type { Tx } from "../kernel/db/database.ts";
import { inTransaction } from "../kernel/db/transaction.ts";
import type { Deps } from "../kernel/deps.ts";
import { bind } from "../kernel/http/bind.ts";
import { checkPreview, type Effect, makePreview } from "./preview.ts";

/** The input of an action. Its subject is locked for the transaction. */
export interface ActionContext<Subject, Input> {
  deps: Deps;
  tx: Tx;
  actor: Actor;
  subject: Subject;
  input: Input;
  now: Date;
}

/** Something that can be done to a subject, such as a person. */
export interface Action<Subject, Input> {
  /** Locks the subject with this id. Throws `not_found`. */
  lock(tx: Tx, id: string): Promise<Subject>;
  /** Describes the effect that the action would have now. Throws `conflict` if the action is not possible. */
  describe(context: ActionContext<Subject, Input>): Promise<Effect>;
  /** Performs the action and returns a sentence about the result, or the whole answer. */
  perform(context: ActionContext<Subject, Input>, reason: string): Promise<string | { msg: string }>;
  /** Runs after the transaction. */
  afterwards?(deps: Deps): void;
}

/**
 * Binds the two calls of an action: the preview, and the call that performs it if the preview is still valid.
 */
export function bindAction<E extends { preview: Endpoint; perform: Endpoint }, Subject>(
  app: FastifyInstance,
  deps: Deps,
  { preview, perform }: E,
  action: Action<Subject, EndpointRequest<E["preview"]>["body"]>,
): void {
  type Context = ActionContext<Subject, EndpointRequest<E["preview"]>["body"]>;

  async function run<Result>(
    call: { actor: unknown; params: unknown; body: unknown },
    work: (context: Context, current: Preview) => Promise<Result>,
  ): Promise<Result> {
    const { id } = call.params as { id: string };
    return await inTransaction(deps.database, async (tx) => {
      const context: Context = {
        deps,
        tx,
        actor: call.actor as Actor,
        subject: await action.lock(tx, id),
        input: call.body as Context["input"],
        now: deps.clock.now(),
      };
      return await work(context, makePreview(context.actor, await action.describe(context)));
    });
  }

  bind<Endpoint>(app, deps, preview, (call) => run(call, async (_context, current) => current));
  bind<Endpoint>(app, deps, perform, async (call) => {
    // The input is that of the preview, so that no action records the version of a preview in the audit log.
    const { reason, version, typed, ...input } = call.body as unknown as ConfirmedAction;
    const done = await run({ ...call, body: input }, async (context, current) => {
      checkPreview(current, { version, ...(typed === undefined ? {} : { typed }) });
      return await action.perform(context, reason);
    });
    action.afterwards?.(deps);
    return typeof done === "string" ? { msg: done } : done;
  });
}
