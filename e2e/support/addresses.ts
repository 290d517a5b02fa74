/** How many journeys run at the same time, each worker with a server of its own (E2E_WORKERS; 1 to debug). */
export const workers = Number(process.env.E2E_WORKERS ?? 2);

/**
 * The ports of one worker's servers: the product's, the one on which a test moves its clock, and the product's with
 * production's adapters. E2E_PORT is the first worker's, for a second run at the same time.
 */
function addressesOf(worker: number) {
  const sitePort = Number(process.env.E2E_PORT ?? 3190) + worker * 3;
  const url = (port: number) => `http://localhost:${port}`;
  return {
    siteUrl: url(sitePort),
    harness: { sitePort, port: sitePort + 1, url: url(sitePort + 1) },
    production: { sitePort: sitePort + 2, siteUrl: url(sitePort + 2) },
  };
}

/** The addresses on which each worker's servers are ready. */
export const readyUrls = Array.from(
  { length: workers },
  (_, worker) => `${addressesOf(worker).harness.url}/ready`,
);

// Playwright sets the variable in a worker, and its configuration in each server.
export const { siteUrl, harness, production } = addressesOf(Number(process.env.TEST_PARALLEL_INDEX ?? 0));
