import { AppError } from "../../kernel/errors.ts";
import type { Action, ActionContext } from "../bind-action.ts";
import { type Account, lockAccountRow } from "./get-account.ts";

export type PersonContext<Input> = ActionContext<Account, Input>;

/** An action on a person. Only owners act on the accounts of other operators. */
export function personAction<Input>(action: Omit<Action<Account, Input>, "lock">): Action<Account, Input> {
  return {
    ...action,
    lock: lockAccountRow,
    describe(context) {
      const { actor, subject } = context;
      if (subject.isOperator && subject.id !== actor.userId && actor.operator?.level !== "owner") {
        throw new AppError("forbidden", {
          msg: "This is another operator's account, so an owner has to do this.",
        });
      }
      return action.describe(context);
    },
  };
}

/**
 * Checks an undo against what it replaces. The preview of an undo is confirmed unseen, so its version cannot tell that
 * another operator or the person has changed something since. Throws `conflict`.
 */
export function checkReplaced(isAsItWasLeft: boolean): void {
  if (isAsItWasLeft) return;
  throw new AppError("conflict", {
    msg: "This has changed in the meantime, so it was not undone. Reload the person to see the change.",
  });
}
