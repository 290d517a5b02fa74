import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import pg from "pg";
import { startEmbeddedPostgres } from "../server/db/embedded.ts";
import { migrate } from "../server/db/migrate.ts";
import { type SeededRoom, seedRooms } from "./room-seed.ts";
import { startServer, stopServer } from "./serve.ts";

/*
 * JavaScript over the wire, compressed, until a person stands in the built product's room with an empty cache; then what the
 * editor adds when it is asked for. `npm run build && npm run bench:room-page`. Fails when the room takes more than its limit.
 */

const port = 3920;
const limit = 250_000;

/** Counts the bytes of every script that a page loads from now on. */
async function countScripts(context: BrowserContext, page: Page): Promise<() => number> {
  const client = await context.newCDPSession(page);
  const scripts = new Set<string>();
  let bytes = 0;
  // A module that is fetched ahead of its time is still one.
  client.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (type === "Script" || response.mimeType.endsWith("javascript")) scripts.add(requestId);
  });
  client.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await client.send("Network.enable");
  await client.send("Network.setCacheDisabled", { cacheDisabled: true });
  return () => bytes;
}

async function measure({ bookingId, people }: SeededRoom): Promise<Record<string, number>> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"].concat([
      "--use-fake-device-for-media-stream",
      "--use-fake-ui-for-media-stream",
    ]),
  });
  try {
    const context = await browser.newContext();
    const [host] = people;
    await context.addInitScript(
      ([token, user]) => {
        localStorage.setItem("greenroom.token", token as string);
        localStorage.setItem("greenroom.user", user as string);
      },
      [host.token, JSON.stringify({ _id: host.id, role: "interviewer", email: "1@bench.example" })],
    );
    const page = await context.newPage();
    const count = await countScripts(context, page);
    const figures: Record<string, number> = {};
    await page.goto(`http://localhost:${port}/room/${bookingId}`);
    await page.getByRole("button", { name: /^Join/ }).waitFor();
    await page.waitForLoadState("networkidle");
    figures["at the door"] = count();
    await page.getByRole("button", { name: /^Join/ }).click();
    await page.getByRole("tab", { name: "Chat" }).waitFor();
    await page.waitForLoadState("networkidle");
    figures["in the room"] = count();
    await page.getByRole("tab", { name: /^Code/ }).click();
    await page.getByRole("textbox", { name: "Shared code" }).waitFor();
    figures["with the editor"] = count();
    return figures;
  } finally {
    await browser.close();
  }
}

const directory = await mkdtemp(join(tmpdir(), "greenroom-bench-"));
await chmod(directory, 0o755); // Run by root, PostgreSQL has an account of its own, which must get in.
const postgres = await startEmbeddedPostgres({ dataDirectory: directory, log: () => undefined });
try {
  const pool = new pg.Pool({ connectionString: postgres.connectionString, max: 2 });
  await migrate(pool, () => undefined);
  const [room] = await seedRooms(pool, 1);
  await pool.end();
  const server = await startServer({
    dataDirectory: directory,
    databaseUrl: postgres.connectionString,
    port,
    entry: ["dist/server/main.js"],
  });
  try {
    const figures = await measure(room as SeededRoom);
    for (const [where, bytes] of Object.entries(figures)) {
      process.stdout.write(`JavaScript ${where}: ${(bytes / 1000).toFixed(1)} kB\n`);
    }
    const isOver = (figures["in the room"] ?? Number.POSITIVE_INFINITY) > limit;
    process.stdout.write(`The room ${isOver ? "takes more than" : "stays within"} ${limit / 1000} kB.\n`);
    process.exitCode = isOver ? 1 : 0;
  } finally {
    await stopServer(server);
  }
} finally {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}
