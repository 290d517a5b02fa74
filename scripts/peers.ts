import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { startClamdPeer } from "../server/testing/peers/clamd.ts";
import { startMailboxPage } from "../server/testing/peers/mailbox.ts";
import { startRazorpayPeer } from "../server/testing/peers/razorpay.ts";
import { serveCheckout } from "../server/testing/peers/razorpay-checkout.ts";
import { startS3Peer } from "../server/testing/peers/s3.ts";
import { startSmtpPeer } from "../server/testing/peers/smtp.ts";
import { startTurnPeer } from "../server/testing/peers/turn.ts";
import { startZoomPeer } from "../server/testing/peers/zoom.ts";
import { startThrowawayPostgres } from "../server/testing/throwaway-postgres.ts";

/*
 * `npm run peers`: what the product leans on in production, each as a peer on loopback that checks what the real one checks, and
 * an empty PostgreSQL. Everything is gone when it ends.
 */

const product = `http://localhost:${process.env.PORT ?? 3000}`;
const first = Number(process.env.PEERS_PORT ?? 4010);
const opened: (() => Promise<unknown>)[] = [];

async function open<T>(start: Promise<T>, close: (made: T) => Promise<unknown>): Promise<T> {
  const made = await start;
  opened.push(() => close(made));
  return made;
}

async function startAll(): Promise<Record<string, string>> {
  const mailDirectory = await open(mkdtemp(path.join(os.tmpdir(), "greenroom-peers-")), (directory) =>
    rm(directory, { recursive: true, force: true }),
  );
  const postgres = await open(startThrowawayPostgres(), (made) => made.stop());
  const razorpay = await open(
    startRazorpayPeer({
      port: first,
      intercept: (peer, request, response) =>
        serveCheckout({ peer, webhookUrl: `${product}/api/payment/webhook` }, request, response),
    }),
    (peer) => peer.close(),
  );
  const zoom = await open(startZoomPeer({ port: first + 1 }), (peer) => peer.close());
  const s3 = await open(startS3Peer({ port: first + 2 }), (peer) => peer.close());
  let count = 0;
  const smtp = await open(
    startSmtpPeer({
      port: first + 3,
      async onMail({ raw }) {
        count += 1;
        await writeFile(path.join(mailDirectory, `${String(count).padStart(6, "0")}.eml`), raw);
      },
    }),
    (peer) => peer.close(),
  );
  const clamd = await open(startClamdPeer({ port: first + 4 }), (peer) => peer.close());
  const turn = await open(startTurnPeer(), (peer) => peer.close());
  await open(startMailboxPage({ directory: mailDirectory, port: first + 5 }), (page) => page.close());
  return {
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: new URL(product).port,
    DATABASE_URL: postgres.connectionString,
    GREENROOM_SECRET: randomBytes(32).toString("base64url"),
    GREENROOM_PUBLIC_URL: product,
    GREENROOM_SMTP_URL: smtp.url,
    ...s3.settings,
    ...clamd.settings,
    ...turn.settings,
    ...zoom.settings,
    ...razorpay.settings,
  };
}

function printSettings(settings: Record<string, string>): void {
  const lines = Object.entries(settings).map(
    ([name, value]) => `export ${name}='${value.replaceAll("'", "'\\''")}'`,
  );
  process.stdout.write(`
Razorpay, Zoom, S3, SMTP, clamd, TURN and an empty PostgreSQL run on this machine until you press Ctrl-C.
In another terminal, paste these settings, and then start the product as in production:

${lines.join("\n")}

npm run operator -- doctor
npm start

The mails are at http://127.0.0.1:${first + 5}/dev/mailbox
`);
}

async function stop(): Promise<void> {
  for (const close of opened.splice(0).reverse()) await close();
}

let stopping = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    // npm passes Ctrl-C on a second time; once is enough, and twice would leave the database behind.
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

startAll().then(printSettings, async (error: Error) => {
  process.stderr.write(`${error.message}\n`);
  await stop();
  process.exitCode = 1;
});
