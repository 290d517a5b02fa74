import { emailSchema } from "@greenroom/contract/accounts.ts";
import { idSchema } from "@greenroom/contract/core/ids.ts";
import type { z } from "zod";
import { AppError } from "../../../core/errors.ts";
import type { CommandInput } from "./command.ts";

/** Reads what was typed behind a command. Each throws `invalid_input` with a sentence that shows how it is meant. */

export function usageError(msg: string): AppError {
  return new AppError("invalid_input", { msg });
}

export function readNoArguments({ positionals }: CommandInput): void {
  if (positionals.length > 0)
    throw usageError(`This command takes nothing more, not "${positionals.join(" ")}".`);
}

export function readEmail({ positionals }: CommandInput, example: string): string {
  const email = emailSchema.safeParse(positionals[0]);
  if (!email.success || positionals.length !== 1) {
    throw usageError(`Give one email address, as in: ${example} kavya@example.com`);
  }
  return email.data;
}

export function readId({ positionals }: CommandInput, what: string): string {
  const id = idSchema.safeParse(positionals[0]);
  if (!id.success || positionals.length !== 1)
    throw usageError(`Give one id, as the list of ${what} shows it.`);
  return id.data;
}

export function readWholeNumber(
  value: string | undefined,
  name: string,
  { min, max }: { min: number; max: number },
): number {
  const number = Number(value);
  if (value === undefined || !/^\d+$/.test(value) || number < min || number > max) {
    throw usageError(`${name} must be a whole number from ${min} to ${max}.`);
  }
  return number;
}

/** Why something is done: people read it in their ledger, and we in the audit log. */
export function readReason({ options }: CommandInput): string {
  const reason = options.reason?.trim() ?? "";
  if (reason === "" || reason.length > 200) throw usageError('Say why, in at most 200 letters: --reason "…"');
  return reason;
}

export function readWithSchema<T>(schema: z.ZodType<T>, value: unknown, sentence: string): T {
  const read = schema.safeParse(value);
  if (!read.success) throw usageError(sentence);
  return read.data;
}
