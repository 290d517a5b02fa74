/**
 * The port on which the journeys' server listens (E2E_PORT for a second run at the same time), and the port on which a
 * test moves its clock.
 */
const sitePort = Number(process.env.E2E_PORT ?? 3190);
export const siteUrl = `http://localhost:${sitePort}`;
export const harness = { sitePort, port: sitePort + 1, url: `http://localhost:${sitePort + 1}` };

/** The product with production's adapters, beside it. */
export const production = { sitePort: sitePort + 2, siteUrl: `http://localhost:${sitePort + 2}` };
