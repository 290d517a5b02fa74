import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { startClamdPeer } from "../server/testing/peers/clamd.ts";
import { startMailboxPage } from "../server/testing/peers/mailbox.ts";
import { startRazorpayPeer } from "../server/testing/peers/razorpay.ts";
import { serveCheckout } from "../server/testing/peers/razorpay-checkout.ts";
import { readFault } from "../server/testing/peers/read-fault.ts";
import { type Relay, type RelayOptions, startRelay } from "../server/testing/peers/relay.ts";
import { startS3Peer } from "../server/testing/peers/s3.ts";
import { startSmtpPeer } from "../server/testing/peers/smtp.ts";
import { startTurnPeer } from "../server/testing/peers/turn.ts";
import { startZoomPeer } from "../server/testing/peers/zoom.ts";
import { startThrowawayPostgres } from "../server/testing/throwaway-postgres.ts";

/*
 * `npm run peers`: what the product leans on in production, each as a peer on loopback that checks what the real one checks, and
 * an empty PostgreSQL, each at the end of a line that fails when told. Everything is gone when it ends.
 */

const product = `http://localhost:${process.env.PORT ?? 3000}`;
const first = Number(process.env.PEERS_PORT ?? 4010);
const opened: (() => Promise<unknown>)[] = [];

async function open<T>(start: Promise<T>, close: (made: T) => Promise<unknown>): Promise<T> {
  const made = await start;
  opened.push(() => close(made));
  return made;
}

/** Lines to the peers, by the names under which people make them fail. */
const relays = new Map<string, Relay>();

/** Puts a line before a peer, on its own port, and has the settings lead to it. */
async function relay(
  name: string,
  { protocol, port }: Pick<RelayOptions, "protocol"> & { port: number },
  settings: Record<string, string>,
): Promise<Record<string, string>> {
  const to = /127\.0\.0\.1:\d+/.exec(Object.values(settings).join(" "))?.[0];
  if (to === undefined) throw new Error(`${name} is not on this machine.`);
  const { host } = await openRelay(name, { to, protocol, port });
  return Object.fromEntries(
    Object.entries(settings).map(([setting, value]) => [setting, value.replace(to, host)]),
  );
}

async function openRelay(name: string, options: RelayOptions): Promise<Relay> {
  const made = await open(startRelay(options), (opened) => opened.close());
  relays.set(name, made);
  return made;
}

/** The same for PostgreSQL, which listens on a socket where the machine has such. */
async function relayPostgres(connectionString: string, port: number): Promise<string> {
  const { host, port: at, user, password, database } = new pg.Client({ connectionString });
  const to = host.startsWith("/") ? `${host}/.s.PGSQL.${at}` : `${host}:${at}`;
  const line = await openRelay("postgres", { to, protocol: "postgres", port });
  return `postgresql://${user}${password ? `:${password}` : ""}@${line.host}/${database}`;
}

async function startAll(): Promise<Record<string, string>> {
  const mailDirectory = await open(mkdtemp(path.join(os.tmpdir(), "greenroom-peers-")), (directory) =>
    rm(directory, { recursive: true, force: true }),
  );
  const postgres = await open(startThrowawayPostgres(), (made) => made.stop());
  const webhookUrl = `${product}/api/payment/webhook`;
  const razorpay = await open(
    startRazorpayPeer({
      intercept: (peer, request, response) => serveCheckout({ peer, webhookUrl }, request, response),
    }),
    (peer) => peer.close(),
  );
  const zoom = await open(startZoomPeer(), (peer) => peer.close());
  const s3 = await open(startS3Peer(), (peer) => peer.close());
  let count = 0;
  const smtp = await open(
    startSmtpPeer({
      async onMail({ raw }) {
        count += 1;
        await writeFile(path.join(mailDirectory, `${String(count).padStart(6, "0")}.eml`), raw);
      },
    }),
    (peer) => peer.close(),
  );
  const clamd = await open(startClamdPeer(), (peer) => peer.close());
  const turn = await open(startTurnPeer(), (peer) => peer.close());
  await open(startMailboxPage({ directory: mailDirectory, port: first + 5 }), (page) => page.close());
  const http = (port: number) => ({ protocol: "http" as const, port });
  return {
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: new URL(product).port,
    DATABASE_URL: await relayPostgres(postgres.connectionString, first + 6),
    GREENROOM_SECRET: randomBytes(32).toString("base64url"),
    GREENROOM_PUBLIC_URL: product,
    ...(await relay("smtp", { protocol: "smtp", port: first + 3 }, { GREENROOM_SMTP_URL: smtp.url })),
    ...(await relay("s3", http(first + 2), s3.settings)),
    ...(await relay("clamd", { protocol: "clamd", port: first + 4 }, clamd.settings)),
    ...turn.settings,
    ...(await relay("zoom", http(first + 1), zoom.settings)),
    ...(await relay("razorpay", http(first), razorpay.settings)),
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
To see one of them fail, type its name and how, here: "zoom hang", "smtp refused", "razorpay 500"; "zoom ok" mends it.
`);
  obeyFaults();
}

/** Lets one peer fail while the others work, as somebody types it. */
function obeyFaults(): void {
  const typed = createInterface({ input: process.stdin });
  opened.push(async () => typed.close());
  typed.on("line", async (line) => {
    if (line.trim() === "") return;
    const read = readFault(line, [...relays.keys()].sort());
    if ("says" in read) return void process.stdout.write(`${read.says}\n`);
    await relays.get(read.name)?.fail(read.fault);
    process.stdout.write(`${read.name}: ${read.fault ?? "ok"}\n`);
  });
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

startAll().then(printSettings, async (error: NodeJS.ErrnoException) => {
  const hint = error.code === "EADDRINUSE" ? `: set PEERS_PORT to another first port than ${first}` : "";
  process.stderr.write(`${error.message}${hint}\n`);
  await stop();
  process.exitCode = 1;
});
