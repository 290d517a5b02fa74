import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import Fastify from "fastify";
import pg from "pg";
import type { Deps } from "../server/kernel/deps.ts";
import { startThrowawayPostgres } from "../server/testing/postgres.ts";
import { startLocalClamd } from "../server/testing/providers/clamd.ts";
import {
  type FaultProxy,
  type FaultProxyOptions,
  readFault,
  startFaultProxy,
} from "../server/testing/providers/fault-proxy.ts";
import { startModelServer } from "../server/testing/providers/model-server.ts";
import { startRazorpayWithCheckout } from "../server/testing/providers/razorpay-checkout.ts";
import { startLocalS3 } from "../server/testing/providers/s3.ts";
import { startLocalSmtpServer } from "../server/testing/providers/smtp.ts";
import { startLocalTurnServer } from "../server/testing/providers/turn.ts";
import { startLocalZoom } from "../server/testing/providers/zoom.ts";
import { mailboxPlugin } from "../server/vendors/mail/mailbox.ts";

/* `npm run providers`: a local provider on loopback for everything that the product uses in production,
   which checks what the real one checks, and an empty PostgreSQL. Each is behind a proxy that fails on
   command. All data is gone when it ends. */

const productUrl = `http://localhost:${process.env.PORT ?? 3000}`;
const firstPort = Number(process.env.PROVIDERS_PORT ?? 4010);
const cleanups: (() => Promise<unknown>)[] = [];

async function track<T>(start: Promise<T>, close: (made: T) => Promise<unknown>): Promise<T> {
  const created = await start;
  cleanups.push(() => close(created));
  return created;
}

/** The proxies, by the names that people type to make them fail. */
const faultProxies = new Map<string, FaultProxy>();

/** Puts a proxy with a separate port before a provider, and points the settings to it. */
async function exposeThroughProxy(
  name: string,
  { protocol, port }: Pick<FaultProxyOptions, "protocol"> & { port: number },
  settings: Record<string, string>,
): Promise<Record<string, string>> {
  const to = /127\.0\.0\.1:\d+/.exec(Object.values(settings).join(" "))?.[0];
  if (to === undefined) throw new Error(`${name} is not installed.`);
  const { host } = await openFaultProxy(name, { to, protocol, port });
  return Object.fromEntries(
    Object.entries(settings).map(([setting, value]) => [setting, value.replace(to, host)]),
  );
}

async function openFaultProxy(name: string, options: FaultProxyOptions): Promise<FaultProxy> {
  const created = await track(startFaultProxy(options), (opened) => opened.close());
  faultProxies.set(name, created);
  return created;
}

/** The same for PostgreSQL, which listens on a socket where the machine has them. */
async function proxyPostgres(connectionString: string, port: number): Promise<string> {
  const { host, port: at, user, password, database } = new pg.Client({ connectionString });
  const to = host.startsWith("/") ? `${host}/.s.PGSQL.${at}` : `${host}:${at}`;
  const line = await openFaultProxy("postgres", { to, protocol: "postgres", port });
  return `postgresql://${user}${password ? `:${password}` : ""}@${line.host}/${database}`;
}

async function startAll(): Promise<Record<string, string>> {
  const mailDirectory = await track(mkdtemp(path.join(os.tmpdir(), "greenroom-providers-")), (directory) =>
    rm(directory, { recursive: true, force: true }),
  );
  const postgres = await track(startThrowawayPostgres(), (made) => made.stop());
  const razorpay = await track(startRazorpayWithCheckout(`${productUrl}/api/payment/webhook`), (provider) =>
    provider.close(),
  );
  const zoom = await track(startLocalZoom(), (provider) => provider.close());
  const s3 = await track(startLocalS3(), (provider) => provider.close());
  let count = 0;
  const smtp = await track(
    startLocalSmtpServer({
      async onMail({ raw }) {
        count += 1;
        await writeFile(path.join(mailDirectory, `${String(count).padStart(6, "0")}.eml`), raw);
      },
    }),
    (provider) => provider.close(),
  );
  const clamd = await track(startLocalClamd(), (provider) => provider.close());
  const model = await track(startModelServer(), (provider) => provider.close());
  const turn = await track(startLocalTurnServer(), (provider) => provider.close());
  // The page of the folder adapter, which only needs the folder.
  const mailbox = Fastify();
  mailboxPlugin(mailDirectory).registerRoutes(mailbox, {} as Deps);
  await mailbox.listen({ host: "127.0.0.1", port: firstPort + 5 });
  cleanups.push(() => mailbox.close());
  const http = (port: number) => ({ protocol: "http" as const, port });
  return {
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: new URL(productUrl).port,
    DATABASE_URL: await proxyPostgres(postgres.connectionString, firstPort + 6),
    GREENROOM_SECRET: randomBytes(32).toString("base64url"),
    GREENROOM_PUBLIC_URL: productUrl,
    ...(await exposeThroughProxy(
      "smtp",
      { protocol: "smtp", port: firstPort + 3 },
      { GREENROOM_SMTP_URL: smtp.url },
    )),
    ...(await exposeThroughProxy("s3", http(firstPort + 2), s3.settings)),
    ...(await exposeThroughProxy("clamd", { protocol: "clamd", port: firstPort + 4 }, clamd.settings)),
    ...turn.settings,
    ...(await exposeThroughProxy("model", http(firstPort + 7), model.settings("openai"))),
    ...(await exposeThroughProxy("zoom", http(firstPort + 1), zoom.settings)),
    ...(await exposeThroughProxy("razorpay", http(firstPort), razorpay.settings)),
  };
}

function printSettings(settings: Record<string, string>): void {
  const lines = Object.entries(settings).map(
    ([name, value]) => `export ${name}='${value.replaceAll("'", "'\\''")}'`,
  );
  process.stdout.write(`
Razorpay, Zoom, S3, SMTP, clamd, TURN, a language model and an empty PostgreSQL run on this machine until you press Ctrl-C.
In another terminal, paste these settings, and then start the product as in production:

${lines.join("\n")}

npm run operator -- doctor
npm start

The emails are at http://127.0.0.1:${firstPort + 5}/dev/mailbox
To see one of them fail, type its name and how, here: "zoom hang", "smtp refused", "razorpay 500"; "zoom ok" mends it.
`);
  readFaultCommands();
}

/** Makes one provider fail while the others work, on typed commands. */
function readFaultCommands(): void {
  const typed = createInterface({ input: process.stdin });
  cleanups.push(async () => typed.close());
  typed.on("line", async (line) => {
    if (line.trim() === "") return;
    const read = readFault(line, [...faultProxies.keys()].sort());
    if ("message" in read) return void process.stdout.write(`${read.message}\n`);
    await faultProxies.get(read.name)?.fail(read.fault);
    process.stdout.write(`${read.name}: ${read.fault ?? "ok"}\n`);
  });
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

startAll().then(printSettings, async (error: NodeJS.ErrnoException) => {
  const hint =
    error.code === "EADDRINUSE" ? `: set PROVIDERS_PORT to another first port than ${firstPort}` : "";
  process.stderr.write(`${error.message}${hint}\n`);
  await stop();
  process.exitCode = 1;
});
