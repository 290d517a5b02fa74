import type { Session } from "@greenroom/contract/people/accounts.ts";
import { recordAudit } from "../../kernel/audit.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { hashPassword } from "./passwords.ts";
import { hashToken, newToken, type Requester } from "./requester.ts";
import { openSession } from "./sign-in.ts";
import { insertUser } from "./store.ts";

/* For tests only. */

interface TestPerson {
  email: string;
  firstName: string;
  lastName: string;
  mobileNumber: string;
  password: string;
}

/** The hash of each password, because hashing one takes longer than everything else in a sign-up. */
const passwordHashes = new Map<string, Promise<string>>();

/**
 * Leaves the account, the audit entry and the sign-in of a completed sign-up, without its code and its mail, and
 * returns what the sign-up does. `sign-up.test.ts` compares it with a sign-up through the API.
 */
export async function createSignedUpUser(deps: Deps, { password, ...person }: TestPerson): Promise<Session> {
  const passwordHash = await (passwordHashes.get(password) ?? rememberHash(password));
  const now = deps.clock.now();
  return inTransaction(deps.database, async (tx) => {
    const user = await insertUser(tx, { ...person, passwordHash }, now);
    if (user === null) throw new Error(`${person.email} has an account already`);
    await recordAudit(tx, {
      actor: { userId: user.id },
      action: "account.created",
      subject: `user:${user.id}`,
      now,
    });
    return openSession(deps, tx, { user, requester: testRequester(deps), now, isFirst: true });
  });
}

function rememberHash(password: string): Promise<string> {
  const hash = hashPassword(password);
  passwordHashes.set(password, hash);
  return hash;
}

/** A call of the tests: from this machine, by Node, with a new browser each time because it keeps no cookies. */
function testRequester({ hmac }: Deps): Requester {
  const network = "127.0.0.1";
  return {
    browserHash: hashToken(newToken()),
    networkHash: hmac("network", network),
    network,
    timeZone: null,
    browserName: null,
    userAgent: "node",
  };
}
