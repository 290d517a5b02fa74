import { defineConfig } from "vitest/config";
import { keepTemporaryFilesInMemory } from "./scripts/lib-memory-folder.ts";
import { programsPlugin } from "./web/vite-plugins.ts";

keepTemporaryFilesInMemory();

/**
 * Files share the modules that they import, which take longer to load than most files run. The time limits are those of
 * a busy machine, which can be ten times slower than a quiet one. A test that passes never waits for them.
 */
const shared = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
  isolate: false,
};

export default defineConfig({
  test: {
    // Two cores are the smallest machine that we support. The other two workers use them while tests wait for timeouts.
    maxWorkers: 4,
    projects: [
      { test: { ...shared, name: "contract", include: ["contract/**/*.test.ts"] } },
      { test: { ...shared, name: "questions", include: ["questions/**/*.test.ts"] } },
      {
        test: {
          ...shared,
          name: "server",
          include: ["server/**/*.test.ts", "bench/**/*.test.ts", "prove/**/*.test.ts"],
          globalSetup: ["server/testing/global-setup.ts", "scripts/build-for-tests.mjs"],
          setupFiles: ["server/testing/clock-setup.ts"],
        },
      },
      { test: { ...shared, name: "eval", include: ["eval/**/*.test.ts"] } },
      {
        test: {
          ...shared,
          name: "web",
          include: ["web/**/*.test.{ts,tsx}"],
          exclude: ["web/**/*.dom.test.tsx"],
          setupFiles: ["web/testing/reset-setup.ts"],
        },
      },
      // Forms and flows, used as a person does, in a document without a browser.
      {
        // The code runner imports the programs that it sends to its frame.
        plugins: [programsPlugin()],
        test: {
          ...shared,
          name: "web-dom",
          // Each file has a document of its own. A context in the same process starts in half of a process's time.
          pool: "vmForks",
          include: ["web/**/*.dom.test.tsx"],
          environment: "happy-dom",
          // The imports of Excalidraw lack file extensions, and our plugin makes the other modules: Node takes neither.
          server: { deps: { inline: [/@excalidraw/, /(bytes|program):/] } },
          setupFiles: ["web/testing/dom-setup.ts", "web/testing/reset-setup.ts"],
        },
      },
    ],
  },
});
