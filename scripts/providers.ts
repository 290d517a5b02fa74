import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import Fastify from "fastify";
import type { Deps } from "../server/kernel/deps.ts";
import { startThrowawayPostgres } from "../server/testing/postgres.ts";
import { startLocalClamd } from "../server/testing/providers/clamd.ts";
import { startModelServer } from "../server/testing/providers/model-server.ts";
import { startRazorpayWithCheckout } from "../server/testing/providers/razorpay-checkout.ts";
import { startLocalS3 } from "../server/testing/providers/s3.ts";
import { startLocalSmtpServer } from "../server/testing/providers/smtp.ts";
import { startLocalTurnServer } from "../server/testing/providers/turn.ts";
import { startLocalZoom } from "../server/testing/providers/zoom.ts";
import { mailboxPlugin } from "../server/vendors/mail/mailbox.ts";

/* `npm run providers`: a local provider on loopback for everything that the product uses in production,
   which checks what the real one checks, and an empty PostgreSQL. All data is gone when it ends. */

const productUrl = `http://localhost:${process.env.PORT ?? 3000}`;
const cleanups: (() => Promise<unknown>)[] = [];

async function track<T extends { close(): Promise<unknown> }>(start: Promise<T>): Promise<T> {
  const started = await start;
  cleanups.push(() => started.close());
  return started;
}

async function startAll() {
  const mailDirectory = await mkdtemp(path.join(os.tmpdir(), "greenroom-providers-"));
  cleanups.push(() => rm(mailDirectory, { recursive: true, force: true }));
  const postgres = await startThrowawayPostgres();
  cleanups.push(() => postgres.stop());
  const razorpay = await track(startRazorpayWithCheckout(`${productUrl}/api/payment/webhook`));
  const zoom = await track(startLocalZoom());
  const s3 = await track(startLocalS3());
  let count = 0;
  const smtp = await track(
    startLocalSmtpServer({
      async onMail({ raw }) {
        count += 1;
        await writeFile(path.join(mailDirectory, `${String(count).padStart(6, "0")}.eml`), raw);
      },
    }),
  );
  const clamd = await track(startLocalClamd());
  const model = await track(startModelServer());
  const turn = await track(startLocalTurnServer());
  // The page of the folder adapter, which only needs the folder.
  const mailbox = Fastify();
  mailboxPlugin(mailDirectory).registerRoutes(mailbox, {} as Deps);
  const mailboxUrl = await mailbox.listen({ host: "127.0.0.1", port: 0 });
  cleanups.push(() => mailbox.close());
  const settings = {
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: new URL(productUrl).port,
    DATABASE_URL: postgres.connectionString,
    GREENROOM_SECRET: randomBytes(32).toString("base64url"),
    GREENROOM_PUBLIC_URL: productUrl,
    GREENROOM_SMTP_URL: smtp.url,
    ...s3.settings,
    ...clamd.settings,
    ...turn.settings,
    ...model.settings("openai"),
    ...zoom.settings,
    ...razorpay.settings,
  };
  printSettings(settings, mailboxUrl);
}

function printSettings(settings: Record<string, string>, mailboxUrl: string): void {
  const lines = Object.entries(settings).map(
    ([name, value]) => `export ${name}='${value.replaceAll("'", "'\\''")}'`,
  );
  process.stdout.write(`
Razorpay, Zoom, S3, SMTP, clamd, TURN, a language model and an empty PostgreSQL run on this machine until you press Ctrl-C.
In another terminal, paste these settings, and then start the product as in production:

${lines.join("\n")}

npm run operator -- doctor
npm start

The emails are at ${mailboxUrl}/dev/mailbox
`);
}

async function stop(): Promise<void> {
  for (const close of cleanups.splice(0).reverse()) await close();
}

let stopping = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    // npm forwards Ctrl-C a second time; handling it twice would leave the database behind.
    if (stopping) return;
    stopping = true;
    stop().then(
      () => process.exit(0),
      (error) => {
        process.stderr.write(`${error}\n`);
        process.exit(1);
      },
    );
  });
}

startAll().catch(async (error: Error) => {
  process.stderr.write(`${error.message}\n`);
  await stop();
  process.exitCode = 1;
});
