import { Secret, TOTP } from "otpauth";
import type { Deps } from "../../kernel/deps.ts";
import { seal, unseal } from "../../kernel/secrets.ts";

const periodSeconds = 30;
/** A code of the step before or after this one is accepted too, because clocks differ. */
const window = 1;

type Sealing = Pick<Deps, "hmac">;

const keyOf = ({ hmac }: Sealing) => hmac("operator-second-factor", "key 1");
const contextOf = (userId: string) => `operator-second-factor:${userId}`;

/** A new secret of 160 bits (RFC 4226, section 4), in base32. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

export function sealSecret(deps: Sealing, userId: string, secret: string): Buffer {
  return seal(keyOf(deps), secret, contextOf(userId));
}

export function unsealSecret(deps: Sealing, userId: string, sealed: Buffer): string {
  return unseal(keyOf(deps), sealed, contextOf(userId));
}

/**
 * Time-based codes of six digits with SHA-1 and 30 seconds (RFC 6238): the only kind that every app supports.
 */
function totpOf(secret: string, names: { issuer: string; label: string } = { issuer: "", label: "" }): TOTP {
  return new TOTP({
    ...names,
    algorithm: "SHA1",
    digits: 6,
    period: periodSeconds,
    secret: Secret.fromBase32(secret),
  });
}

/** The address that an authenticator app reads from a QR code. */
export function enrolmentUri(secret: string, names: { issuer: string; label: string }): string {
  return totpOf(secret, names).toString();
}

/** The time step to which a code belongs; null when it belongs to none of the steps around `now`. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window });
  return delta === null ? null : Math.floor(timestamp / (periodSeconds * 1000)) + delta;
}
