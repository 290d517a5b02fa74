import type { Deps } from "../../../kernel/deps.ts";
import { isKnownBrowser } from "../browsers/device-store.ts";
import type { Requester } from "../browsers/identify-requester.ts";
import { findOwnCode } from "../codes/one-time-code-store.ts";
import type { OneTimeCodePurpose } from "../rules.ts";
import { hashToken } from "../sign-in/tokens.ts";

/** Counts a request for a code by network address, unless the account knows the browser. */
export async function countCodeRequest(deps: Deps, email: string, requester: Requester): Promise<void> {
  if (await isKnownBrowser(deps.database, { email, requester, now: deps.clock.now() })) return;
  await deps.limits.count("code-start-by-address", requester.network);
}

interface Try {
  purpose: OneTimeCodePurpose;
  email: string;
  requester: Requester;
  signupToken?: string | undefined;
}

/**
 * Counts a guess at a code by network address, unless this browser requested the code. That browser has its own
 * five guesses, so that others on its network cannot use them up.
 */
export async function countCodeTry(
  deps: Deps,
  { purpose, email, requester, signupToken }: Try,
): Promise<void> {
  const own = await findOwnCode(
    deps.database,
    { purpose, email, now: deps.clock.now() },
    {
      browserHash: requester.browserHash,
      signupTokenHash: signupToken === undefined ? null : hashToken(signupToken),
    },
  );
  if (own === undefined) await deps.limits.count("code-verify-by-address", requester.network);
}
