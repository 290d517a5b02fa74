import type { Database } from "../../db/database.ts";
import { gather } from "../../db/gather.ts";
import { hashToken } from "./tokens.ts";

/** Every call of the API begins with this look-up: those of one moment share it. */
const together = { most: 64, atOnce: 4 };

type SessionRow = Awaited<ReturnType<typeof selectSessions>>[number];

const lines = new WeakMap<Database, (tokenHash: Buffer) => Promise<SessionRow | undefined>>();

/** The session of a token together with what decides whether it may enter; ended ones are not found. */
export function findSession(database: Database, token: string): Promise<SessionRow | undefined> {
  let line = lines.get(database);
  if (line === undefined) {
    line = gather((hashes) => findSessions(database, hashes), together);
    lines.set(database, line);
  }
  return line(hashToken(token));
}

async function findSessions(database: Database, hashes: Buffer[]): Promise<(SessionRow | undefined)[]> {
  const found = new Map(
    (await selectSessions(database, hashes)).map((row) => [row.tokenHash.toString("hex"), row]),
  );
  return hashes.map((hash) => found.get(hash.toString("hex")));
}

function selectSessions(database: Database, hashes: Buffer[]) {
  return database
    .selectFrom("authSessions as session")
    .innerJoin("users as user", "user.id", "session.userId")
    .select(["session.id", "session.tokenHash", "session.lastSeenAt", "session.expiresAt"])
    .select(["user.id as userId", "user.role", "user.isOperator", "user.blockedAt"])
    .where((row) => row("session.tokenHash", "=", row.fn.any(row.val(hashes))))
    .where("session.endedAt", "is", null)
    .execute();
}
