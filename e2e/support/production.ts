import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createApp } from "../../server/app.ts";
import { createDeps } from "../../server/create-deps.ts";
import { jobHandlers } from "../../server/job-handlers.ts";
import type { Clock } from "../../server/kernel/clock.ts";
import { readConfig } from "../../server/kernel/config/config.ts";
import { openPool } from "../../server/kernel/db/database.ts";
import { migrate } from "../../server/kernel/db/migrate.ts";
import type { Deps } from "../../server/kernel/deps.ts";
import { startLocalRazorpay } from "../../server/testing/providers/razorpay.ts";
import { serveCheckout } from "../../server/testing/providers/razorpay-checkout.ts";
import { startLocalS3 } from "../../server/testing/providers/s3.ts";
import { startLocalSmtpServer } from "../../server/testing/providers/smtp.ts";
import { startLocalZoom } from "../../server/testing/providers/zoom.ts";
import { withDatabase } from "../../server/testing/servers/throwaway-postgres.ts";
import { production } from "./addresses.ts";

interface ProductionOptions {
  /** A database server, on which this product gets its own database. */
  connectionString: string;
  /** The folder in which its mails are stored, beside those of the product with the default adapters. */
  mailDirectory: () => string;
  clock: Clock;
  log: Deps["log"];
}

export interface Production {
  deps: Deps;
  close(): Promise<void>;
}

/** The product as production runs it, with its adapters and local providers. */
export async function startProduction(options: ProductionOptions): Promise<Production> {
  const { clock, log, mailDirectory } = options;
  const connectionString = await createDatabase(options);
  const dataDirectory = await mkdtemp(join(tmpdir(), "greenroom-e2e-production-"));
  const webhookUrl = `${production.siteUrl}/api/payment/webhook`;
  const razorpay = await startLocalRazorpay({
    intercept: (provider, request, response) =>
      serveCheckout({ razorpay: provider, webhookUrl }, request, response),
  });
  const zoom = await startLocalZoom({ now: () => clock.now() });
  const s3 = await startLocalS3();
  let count = 0;
  const smtp = await startLocalSmtpServer({
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
      for (const provider of [razorpay, zoom, s3, smtp]) await provider.close();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

async function createDatabase({ connectionString, log }: ProductionOptions): Promise<string> {
  const name = `production_${randomUUID().replaceAll("-", "")}`;
  const admin = openPool({ connectionString, log, max: 1 });
  await admin.query(`create database ${name}`);
  await admin.end();
  const databaseUrl = withDatabase(connectionString, name);
  const pool = openPool({ connectionString: databaseUrl, log, max: 1 });
  await migrate(pool, () => undefined);
  await pool.end();
  return databaseUrl;
}
