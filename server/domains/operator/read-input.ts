import { emailSchema } from "@greenroom/contract/accounts.ts";
import { idSchema } from "@greenroom/contract/ids.ts";
import type { z } from "zod";
import { AppError } from "../../http/errors.ts";
import type { CommandInput } from "./command.ts";

/** Reads what was typed behind a command. Each throws `invalid_input` with a sentence that shows how it is meant. */

export function wrongUse(msg: string): AppError {
  return new AppError("invalid_input", { msg });
}

export function readNothing({ words }: CommandInput): void {
  if (words.length > 0) throw wrongUse(`This command takes nothing more, not "${words.join(" ")}".`);
}

export function readEmail({ words }: CommandInput, example: string): string {
  const email = emailSchema.safeParse(words[0]);
  if (!email.success || words.length !== 1) {
    throw wrongUse(`Give one email address, as in: ${example} kavya@example.com`);
  }
  return email.data;
}

export function readId({ words }: CommandInput, what: string): string {
  const id = idSchema.safeParse(words[0]);
  if (!id.success || words.length !== 1) throw wrongUse(`Give one id, as the list of ${what} shows it.`);
  return id.data;
}

export function readWhole(
  value: string | undefined,
  name: string,
  { min, max }: { min: number; max: number },
): number {
  const number = Number(value);
  if (value === undefined || !/^\d+$/.test(value) || number < min || number > max) {
    throw wrongUse(`${name} must be a whole number from ${min} to ${max}.`);
  }
  return number;
}

/** Why something is done: people read it in their ledger, and we in the audit log. */
export function readReason({ options }: CommandInput): string {
  const reason = options.reason?.trim() ?? "";
  if (reason === "" || reason.length > 200) throw wrongUse('Say why, in at most 200 letters: --reason "…"');
  return reason;
}

export function readShaped<T>(schema: z.ZodType<T>, value: unknown, sentence: string): T {
  const read = schema.safeParse(value);
  if (!read.success) throw wrongUse(sentence);
  return read.data;
}
