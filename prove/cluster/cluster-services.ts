import { freePort } from "../../server/testing/free-port.ts";
import { startRealRedis } from "../../server/testing/servers/real-redis.ts";
import { startStandby } from "../../server/testing/servers/standby.ts";
import type { TestBedServices } from "../lib/test-bed.ts";
import { startPooler } from "./pooler.ts";
import type { Programs } from "./programs.ts";

/** The services beside the primary. Each crash function kills one of them and starts it again. */
export interface ClusterServices extends TestBedServices {
  crashPooler(): Promise<void>;
  crashRedis(): Promise<void>;
  crashReplica(): Promise<void>;
}

const replicaAwayMilliseconds = 3_000;
const redisAwayMilliseconds = 3_000;
const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Starts a pooler, Redis and a streaming replica. */
export async function startClusterServices(
  programs: Programs,
  postgres: { connectionString: string; directory: string },
): Promise<ClusterServices> {
  const { connectionString, directory } = postgres;
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    const pooler = await startPooler({
      program: programs.pgbouncer,
      directory,
      port: await freePort(),
      target: connectionString,
    });
    closing.push(() => pooler.stop());
    const redisPort = await freePort();
    let redis = await startRealRedis(programs.redis, redisPort);
    closing.push(() => redis.close());
    const replica = await startStandby(connectionString);
    closing.push(() => replica.stop());
    return {
      settings: {
        DATABASE_URL: pooler.url,
        GREENROOM_DATABASE_DIRECT_URL: connectionString,
        GREENROOM_REDIS_URL: redis.url,
        GREENROOM_REPLICA_URL: replica.connectionString,
      },
      crashPooler: () => pooler.crash(),
      async crashRedis() {
        await redis.close();
        await sleep(redisAwayMilliseconds);
        redis = await startRealRedis(programs.redis, redisPort);
      },
      async crashReplica() {
        await replica.crash();
        await sleep(replicaAwayMilliseconds);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
