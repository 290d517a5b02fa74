import type { Actor } from "../../../core/actor.ts";
import { invalidField } from "../../../core/errors.ts";
import type { Deps } from "../../../deps.ts";
import { isPasswordOf } from "../../accounts/passwords/is-password-of.ts";

/**
 * Checks the operator's password. Wrong passwords and wrong codes share one limit. Throws `invalid_input` and
 * `too_many_requests`.
 */
export async function checkOperatorPassword(deps: Deps, { userId }: Actor, password: string): Promise<void> {
  await deps.limits.count("open-desk-by-user", userId);
  if (!(await isPasswordOf(deps, userId, password)))
    throw invalidField("password", "This password is wrong.");
}
