import { AppError } from "../../../core/errors.ts";
import type { Action, ActionContext } from "../bind-action.ts";
import { type Account, lockAccountRow } from "./find-account.ts";

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

export const nameOf = ({ firstName, lastName }: Pick<Account, "firstName" | "lastName">) =>
  `${firstName} ${lastName}`.trim();
