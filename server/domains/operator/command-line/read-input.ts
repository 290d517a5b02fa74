import { emailSchema } from "@greenroom/contract/accounts.ts";
import { idSchema } from "@greenroom/contract/core/ids.ts";
import { daySchema } from "@greenroom/contract/weekly-availability.ts";
import type { z } from "zod";
import { AppError } from "../../../core/errors.ts";

/**
 * Readers of a command's arguments. Each throws `invalid_input` with a sentence that shows the right form,
 * also for the empty text, which stands for a missing value.
 */

export function usageError(msg: string): AppError {
  return new AppError("invalid_input", { msg });
}

export function readEmail(value: string): string {
  return readWithSchema(emailSchema, value, "Give one email address, as in: kavya@example.com");
}

export const readId = (what: string) => (value: string) =>
  readWithSchema(idSchema, value, `Give one id, as the list of ${what} shows it.`);

/** A day in the business's time zone. */
export const dayReader = (name: string) => (value: string) =>
  readWithSchema(daySchema, value, `${name} must be a day, as in: 2026-11-27.`);

export const wholeNumberReader =
  (name: string, { min, max }: { min: number; max: number }) =>
  (value: string): number => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max) {
      throw usageError(`${name} must be a whole number from ${min} to ${max}.`);
    }
    return number;
  };

/** The reason of a command, which people read in their ledger and operators in the audit log. */
export function readReason(value: string): string {
  const reason = value.trim();
  if (reason === "" || reason.length > 200) throw usageError('Say why, in at most 200 letters: --reason "…"');
  return reason;
}

export function readWithSchema<T>(schema: z.ZodType<T>, value: unknown, sentence: string): T {
  const read = schema.safeParse(value);
  if (!read.success) throw usageError(sentence);
  return read.data;
}
