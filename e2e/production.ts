import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createApp } from "../server/app.ts";
import { readConfig } from "../server/config.ts";
import { openPool } from "../server/db/database.ts";
import { migrate } from "../server/db/migrate.ts";
import { createDeps, type Deps } from "../server/deps.ts";
import { jobHandlers } from "../server/jobs/handlers.ts";
import type { Clock } from "../server/ports/clock.ts";
import { startRazorpayPeer } from "../server/testing/peers/razorpay.ts";
import { serveCheckout } from "../server/testing/peers/razorpay-checkout.ts";
import { startS3Peer } from "../server/testing/peers/s3.ts";
import { startSmtpPeer } from "../server/testing/peers/smtp.ts";
import { startZoomPeer } from "../server/testing/peers/zoom.ts";
import { withDatabase } from "../server/testing/throwaway-postgres.ts";
import { production } from "./addresses.ts";

interface ProductionOptions {
  /** Of a server of databases, on which this one gets its own. */
  connectionString: string;
  /** Where its mails land, beside those of the product with its embedded defaults. */
  mailDirectory: () => string;
  clock: Clock;
  log: Deps["log"];
}

export interface Production {
  deps: Deps;
  close(): Promise<void>;
}

/** The product as production runs it, on its adapters and their peers. */
export async function startProduction(options: ProductionOptions): Promise<Production> {
  const { clock, log, mailDirectory } = options;
  const connectionString = await makeDatabase(options);
  const dataDirectory = await mkdtemp(join(tmpdir(), "greenroom-e2e-production-"));
  const webhookUrl = `${production.siteUrl}/api/payment/webhook`;
  const razorpay = await startRazorpayPeer({
    intercept: (peer, request, response) => serveCheckout({ peer, webhookUrl }, request, response),
  });
  const zoom = await startZoomPeer({ now: () => clock.now() });
  const s3 = await startS3Peer();
  let count = 0;
  const smtp = await startSmtpPeer({
    async onMail({ raw }) {
      count += 1;
      await mkdir(mailDirectory(), { recursive: true });
      await writeFile(join(mailDirectory(), `smtp-${String(count).padStart(6, "0")}.eml`), raw);
    },
  });
  const config = readConfig({
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: String(production.sitePort),
    DATABASE_URL: connectionString,
    GREENROOM_DATA: dataDirectory,
    GREENROOM_SECRET: "the secret of the production that journeys walk through",
    GREENROOM_PUBLIC_URL: production.siteUrl,
    GREENROOM_SMTP_URL: smtp.url,
    ...s3.settings,
    ...zoom.settings,
    ...razorpay.settings,
  });
  const secret = config.secret as string;
  const deps = await createDeps({ config, log, connectionString, secret, overrides: { clock } });
  const handlers = jobHandlers(deps);
  await deps.jobs.prepare(handlers);
  const app = await createApp(deps, { siteDirectory: resolve("dist/web") });
  await app.listen({ host: config.host, port: config.port });
  await deps.jobs.work(deps, handlers);
  return {
    deps,
    async close() {
      await app.close();
      await deps.close();
      for (const peer of [razorpay, zoom, s3, smtp]) await peer.close();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

async function makeDatabase({ connectionString, log }: ProductionOptions): Promise<string> {
  const name = `production_${randomUUID().replaceAll("-", "")}`;
  const admin = openPool(connectionString, log, 1);
  await admin.query(`create database ${name}`);
  await admin.end();
  const made = withDatabase(connectionString, name);
  const pool = openPool(made, log, 1);
  await migrate(pool, () => undefined);
  await pool.end();
  return made;
}
