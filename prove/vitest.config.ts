import { defineConfig } from "vitest/config";

/* The proofs that run inside the test app. They take minutes, so `npm test` does not run them. */
export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    include: ["prove/*.proof.ts"],
    globalSetup: ["server/testing/global-setup.ts", "scripts/build-for-tests.mjs"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
