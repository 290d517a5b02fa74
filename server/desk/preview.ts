import { createHash } from "node:crypto";
import { type ConfirmedAction, isTypedConfirmation, type Preview } from "@greenroom/contract/desk/actions.ts";
import type { Paise } from "@greenroom/contract/kernel/money.ts";
import { AppError, invalidField } from "../kernel/errors.ts";
import { formatPaise } from "../money/payouts/rules.ts";

/** What an action would do now. */
export interface Effect {
  lines: Preview["lines"];
  typedConfirmation?: string | null;
  /** Values besides the lines on which the action depends, such as a row's version. */
  state?: readonly (string | number)[];
  /**
   * The people to whom it gives money, sessions, a right or a better outcome, and both parties of an interview that it
   * decides about. An operator among them can neither do it, ask for it nor approve it.
   */
  beneficiaries: readonly string[];
}

/**
 * The preview of an action for the operator who would do it. Its version is a hash of everything in it and of `state`.
 * Every action of the desk makes one before it does anything. Throws `forbidden` for an operator who benefits from it.
 */
export function makePreview(
  { userId }: { userId: string },
  { lines, typedConfirmation = null, state = [], beneficiaries }: Effect,
): Preview {
  if (beneficiaries.includes(userId)) {
    throw new AppError("forbidden", { msg: "This is in your own favor, so another operator has to do it." });
  }
  const version = createHash("sha256")
    .update(JSON.stringify([lines, typedConfirmation, state]))
    .digest("base64url");
  return { lines, typedConfirmation, version };
}

/** An amount in the form that an operator types before money is sent: `1234.50`. */
export function amountToType(paise: Paise): string {
  return formatPaise(paise).replace("₹", "").replaceAll(",", "");
}

/**
 * Checks a confirmed action against the preview as it is now. Call it in the action's transaction, with the rows locked.
 * Throws `conflict` when the operator saw another preview, and `invalid_input` about `typed`.
 */
export function checkPreview(
  preview: Preview,
  { version, typed }: Pick<ConfirmedAction, "version" | "typed">,
): void {
  if (version !== preview.version) {
    throw new AppError("conflict", {
      msg: "Something has changed since you opened this. Look at it again before you confirm.",
    });
  }
  const wanted = preview.typedConfirmation;
  if (wanted !== null && !isTypedConfirmation(wanted, typed ?? ""))
    throw invalidField("typed", `Type ${wanted} to confirm.`);
}

/** Numbers the lines of a preview of several rows, because two lines may have the same label. */
export function numberLines(lines: Preview["lines"]): Preview["lines"] {
  if (lines.length < 2) return lines;
  return lines.map(({ label, text }, index) => ({ label: `${index + 1}. ${label}`, text }));
}
