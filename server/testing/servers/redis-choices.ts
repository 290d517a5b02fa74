import { startLocalRedis } from "../providers/redis.ts";
import { findRedisProgram, startRealRedis } from "./real-redis.ts";

/**
 * For tests of a port that Redis can implement: the name of each implementation, with a function that starts what it
 * needs and returns its address, null for PostgreSQL. Includes a Redis or Valkey that is installed on this machine.
 */
export function openRedisChoices(
  closing: (() => Promise<unknown>)[],
): [name: string, openUrl: () => Promise<string | null>][] {
  const openLocal = async () => {
    const local = await startLocalRedis();
    closing.push(() => local.close());
    return local.settings.GREENROOM_REDIS_URL as string;
  };
  const program = findRedisProgram();
  const openReal = async () => {
    const real = await startRealRedis(program as string);
    closing.push(() => real.close());
    return real.url;
  };
  return [
    ["PostgreSQL", async () => null],
    ["the local Redis", openLocal],
    ...(program === null ? [] : [[program, openReal] as [string, () => Promise<string | null>]]),
  ];
}
