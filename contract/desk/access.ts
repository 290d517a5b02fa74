import { z } from "zod";
import { type Confirmation, endpoint, operatorLevels } from "../kernel/endpoint.ts";

/** The desk closes this many hours after it was opened, and the sign-in ends with it. */
export const operatorSignInHours = 12;
/** For so long, password and second factor count as given for reading about people, and for money, roles and exports. */
export const confirmationMinutes = { reading: 240, acting: 10 } as const satisfies Record<
  Confirmation,
  number
>;

/** The signed-in operator's access to the desk in this browser. */
export const operatorAccessSchema = z.object({
  level: z.enum(operatorLevels),
  /** A second factor is set up. */
  isEnrolled: z.boolean(),
  /** Null while the desk is closed in this browser. */
  openUntil: z.iso.datetime().nullable(),
  /** Until when money, roles and exports need no new confirmation; null when they do. */
  confirmedUntil: z.iso.datetime().nullable(),
  recoveryCodesLeft: z.number().int(),
});
export type OperatorAccessState = z.infer<typeof operatorAccessSchema>;

export const getOperatorAccess = endpoint("GET /api/operator/access", {
  access: "operator-entry",
  summary: "Whether the operator's desk is open in this browser",
  output: operatorAccessSchema,
});

const password = z.string({ error: "Password is required." }).min(1, "Password is required.").max(256);

/** Six digits of the authenticator app; spaces are accepted because apps show them. */
const authenticatorCode = z
  .string({ error: "Enter the 6 digits that the app shows." })
  .transform((text) => text.replace(/\s/g, ""))
  .pipe(z.string().regex(/^\d{6}$/, "Enter the 6 digits that the app shows."));

export const startSecondFactorBody = z.strictObject({ password });

export const startSecondFactor = endpoint("POST /api/operator/second-factor", {
  access: "operator-entry",
  limit: "open-desk-by-user",
  summary: "Start setting up the second factor: returns a new secret for an authenticator app",
  body: startSecondFactorBody,
  output: z.object({
    /** Base32, for typing. */
    secret: z.string(),
    /** `otpauth://totp/…`, for a QR code. */
    uri: z.string(),
  }),
});

export const confirmSecondFactorBody = z.strictObject({ password, code: authenticatorCode });

export const confirmSecondFactor = endpoint("POST /api/operator/second-factor/confirm", {
  access: "operator-entry",
  limit: "open-desk-by-user",
  summary: "Finish setting up the second factor and open the desk: returns recovery codes, shown once",
  body: confirmSecondFactorBody,
  output: z.object({ access: operatorAccessSchema, recoveryCodes: z.array(z.string()) }),
});

const anyCodeMessage = "Enter the 6 digits that the app shows, or a recovery code.";

/**
 * A code of the app, or a recovery code as in `7k3m-9xqd-w2hf`; case, spaces and hyphens do not matter. Not a union of the two,
 * of which a form would show the first one's error.
 */
const anyCode = z
  .string({ error: anyCodeMessage })
  .transform((text) => text.toLowerCase().replace(/[\s-]/g, ""))
  .pipe(z.string().regex(/^(\d{6}|[a-z0-9]{12})$/, anyCodeMessage));

export const openDeskBody = z.strictObject({ password, code: anyCode });

export const openDesk = endpoint("POST /api/operator/access", {
  access: "operator-entry",
  limit: "open-desk-by-user",
  summary: "Open the desk in this browser, or confirm again, with password and second factor",
  body: openDeskBody,
  output: operatorAccessSchema,
});

export const closeDesk = endpoint("DELETE /api/operator/access", {
  access: "operator-entry",
  summary: "Close the desk in this browser",
  status: 204,
});

export const replaceRecoveryCodes = endpoint("POST /api/operator/recovery-codes", {
  access: "operator",
  limit: "open-desk-by-user",
  confirmation: "acting",
  summary: "Make new recovery codes; the old ones stop working",
  output: z.object({ recoveryCodes: z.array(z.string()) }),
});
