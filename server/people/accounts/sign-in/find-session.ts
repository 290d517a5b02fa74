import { batch } from "../../../kernel/db/batch.ts";
import type { Database } from "../../../kernel/db/database.ts";
import { hashToken } from "./tokens.ts";

/** Every API call begins with this lookup, so simultaneous calls share it. */
const batchOptions = { maxSize: 64, maxConcurrent: 4 };

type SessionRow = Awaited<ReturnType<typeof selectSessions>>[number];

const batchers = new WeakMap<Database, (tokenHash: Buffer) => Promise<SessionRow | undefined>>();

/** The sign-in of a token with everything that decides whether it is valid. Ended sign-ins are not found. */
export function findSession(database: Database, token: string): Promise<SessionRow | undefined> {
  let batcher = batchers.get(database);
  if (batcher === undefined) {
    batcher = batch((hashes) => findSessions(database, hashes), batchOptions);
    batchers.set(database, batcher);
  }
  return batcher(hashToken(token));
}

async function findSessions(database: Database, hashes: Buffer[]): Promise<(SessionRow | undefined)[]> {
  const found = new Map(
    (await selectSessions(database, hashes)).map((row) => [row.tokenHash.toString("hex"), row]),
  );
  return hashes.map((hash) => found.get(hash.toString("hex")));
}

/**
 * Most calls come alone, and one hash is compared without a list: for a list whose length it does not know, PostgreSQL
 * expects ten, so it would plan each lookup anew for its own list. Among 100,000 people that took longer than all else.
 */
function selectSessions(database: Database, hashes: Buffer[]) {
  const [first] = hashes;
  return database
    .selectFrom("authSessions as session")
    .innerJoin("users as user", "user.id", "session.userId")
    .leftJoin("operatorSignIns as desk", "desk.sessionId", "session.id")
    .select(["session.id", "session.tokenHash", "session.lastSeenAt", "session.expiresAt"])
    .select(["user.id as userId", "user.role", "user.isOperator", "user.operatorLevel", "user.blockedAt"])
    .select(["desk.openedAt", "desk.confirmedAt"])
    .where((row) =>
      hashes.length === 1 && first !== undefined
        ? row("session.tokenHash", "=", first)
        : row("session.tokenHash", "=", row.fn.any(row.val(hashes))),
    )
    .where("session.endedAt", "is", null)
    .execute();
}
