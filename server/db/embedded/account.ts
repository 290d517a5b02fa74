import { execFile, spawnSync } from "node:child_process";
import { stat } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The operating-system account that PostgreSQL runs under; null is our own. */
export type SystemAccount = { name: string; uid: number; gid: number } | null;

/** PostgreSQL refuses to run as root, so root uses the first of these accounts that exists. */
const CANDIDATES = ["postgres", "_postgres", "nobody"];

/**
 * Chooses the account: our own unless we are root; for root the owner of an existing cluster, otherwise a system
 * account.
 *
 * @throws if root finds none of the usual accounts.
 */
export async function chooseAccount(clusterDirectory: string): Promise<SystemAccount> {
  if (process.getuid?.() !== 0) return null;
  const owner = await stat(clusterDirectory).catch(() => null);
  if (owner && owner.uid !== 0) return { name: `uid ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  for (const name of CANDIDATES) {
    const account = await findAccount(name);
    if (account) return account;
  }
  throw new Error(
    `PostgreSQL does not run as root and none of the accounts ${CANDIDATES.join(", ")} exists: create one, start Greenroom as another user, or set DATABASE_URL.`,
  );
}

async function findAccount(name: string): Promise<SystemAccount> {
  try {
    const [uid, gid] = await Promise.all([run("id", ["-u", name]), run("id", ["-g", name])]);
    return { name, uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return null; // `id` fails exactly if the account does not exist.
  }
}

/** Spawn options that make a child run as `account`, in a directory it can reach and without our secrets. */
export function spawnAs(account: SystemAccount, directory: string) {
  return {
    cwd: directory,
    ...(account ? { uid: account.uid, gid: account.gid } : {}),
    // Windows programs need its system variables. Elsewhere PostgreSQL gets none of our environment.
    ...(process.platform === "win32" ? {} : { env: { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" } }),
  };
}

/** Whether `account` can reach `directory`. We ask the kernel, which also checks ACLs. */
export function canReach(account: SystemAccount, directory: string): boolean {
  if (!account) return true;
  return spawnSync("/bin/sh", ["-c", 'cd -- "$1"', "sh", directory], spawnAs(account, "/")).status === 0;
}
