import type { BusinessSettings } from "../config/config.ts";

/** The lines of the signature that operators edit. */
export function signatureLines({ mailSignature }: Pick<BusinessSettings, "mailSignature">): string[] {
  return mailSignature === "" ? [] : mailSignature.split(/\r?\n/);
}
