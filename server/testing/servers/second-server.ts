import type { Logger } from "pino";
import { createApp } from "../../app.ts";
import { createDeps } from "../../create-deps.ts";
import type { TestApp } from "../app.ts";

/** Another server on a test app's database, like a second machine. It listens on loopback and shares the clock. */
export interface SecondServer {
  url: string;
  /** May be called more than once. */
  close(): Promise<void>;
}

export async function startSecondServer(
  { deps: first, clock }: TestApp,
  { log = first.log }: { log?: Logger } = {},
): Promise<SecondServer> {
  const deps = await createDeps({
    config: first.config,
    log,
    connectionString: first.pool.options.connectionString as string,
    secret: "the same as the first one's, which tests do not need",
    overrides: { clock },
  });
  const server = await createApp(deps, { siteDirectory: null });
  const url = await server.listen({ host: "127.0.0.1", port: 0 });
  let closing: Promise<void> | undefined;
  return {
    url,
    close() {
      closing ??= server.close().then(() => deps.close());
      return closing;
    },
  };
}
