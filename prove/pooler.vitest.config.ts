import { defineConfig } from "vitest/config";
import { keepTemporaryFilesInMemory } from "../scripts/lib-memory-folder.ts";

keepTemporaryFilesInMemory();

/* The tests of the server with every statement through PgBouncer in transaction mode. They take minutes. */
export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    include: ["server/{audit,domains,http,idempotency,mail}/**/*.test.ts", "server/redis.test.ts"],
    globalSetup: ["prove/cluster/pooled-tests.ts", "scripts/build-for-tests.mjs"],
    setupFiles: ["server/testing/clock-setup.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    isolate: false,
    maxWorkers: 3,
  },
});
