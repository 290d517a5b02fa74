import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { Config } from "../config.ts";
import type { Deps } from "../deps.ts";
import { answerWithin } from "../ports/answer-within.ts";
import { examine, type Finding } from "./finding.ts";
import { reachIceServer } from "./reach-ice-server.ts";

type Providers = Pick<Deps, "mail" | "payments" | "storage" | "scanner" | "meetings" | "clock">;

/** Each provider that is set, asked for something that costs nothing and shows that our keys are right. */
export async function checkProviders(config: Config, providers: Providers): Promise<Finding[]> {
  return await Promise.all([
    examine("mail", async () => {
      const { mail } = config;
      if (mail.kind === "folder") return "a folder, read at /dev/mailbox";
      await providers.mail.check?.();
      const by = mail.encryption === "none" ? "unencrypted, on this machine" : mail.encryption;
      return `${mail.host}:${mail.port} (${by})${mail.auth === null ? "" : ", signed in"}`;
    }),
    checkPayments(config, providers),
    examine("storage", async () => {
      await probeStorage(providers);
      const { storage, dataDirectory } = config;
      return storage.kind === "disk" ? `a folder in ${dataDirectory}` : `bucket ${storage.bucket}`;
    }),
    examine("virus scanner", async () => {
      if (providers.scanner === null) return "none: uploads are not looked through";
      await providers.scanner.check();
      return "clamd answers";
    }),
    examine("meetings", async () => {
      await providers.meetings.check?.();
      return providers.meetings.displayName;
    }),
    ...checkIce(config),
  ]);
}

/** What works for us and not for people: test keys in production, a checkout whose script is not there. */
async function checkPayments(
  { payments, isProduction }: Config,
  providers: Pick<Deps, "payments">,
): Promise<Finding> {
  const found = await examine("payments", async () => {
    await providers.payments.check?.();
    return providers.payments.name;
  });
  if (payments.kind === "sandbox" || found.level === "wrong") return found;
  const isTest = isProduction && payments.keyId.startsWith("rzp_test_");
  const looks = [
    ...(isTest ? ["with test keys: no real money moves"] : []),
    ...((await isThere(payments.checkoutUrl)) ? [] : [`its script ${payments.checkoutUrl} is not there`]),
  ];
  return looks.length === 0 ? found : { ...found, level: "look", says: [found.says, ...looks].join(", ") };
}

async function isThere(url: string): Promise<boolean> {
  return await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(answerWithin) }).then(
    async ({ ok, body }) => {
      await body?.cancel();
      return ok;
    },
    () => false,
  );
}

/** Stores, links, reads and removes a file of a few bytes. */
async function probeStorage({ storage, clock }: Pick<Deps, "storage" | "clock">): Promise<void> {
  const key = `probes/${randomUUID()}.txt`;
  const content = Buffer.from(`probe of ${clock.now().toISOString()}`);
  await storage.put(key, content, "text/plain");
  await storage.signedUrl(key, { fileName: "probe.txt", seconds: 60, now: clock.now() });
  const read = await storage.read(key);
  if (read === null || !(await buffer(read)).equals(content))
    throw new Error("the probe was not read as it was stored");
  await storage.remove(key);
}

function checkIce({ ice, isProduction }: Config): Promise<Finding>[] {
  const urls = [...ice.stunUrls, ...(ice.turn?.urls ?? [])];
  if (ice.turn === null && isProduction) {
    const says = "no TURN server: two people behind strict networks do not find each other in the room";
    return [Promise.resolve({ what: "TURN", level: "look", says }), ...urls.map(reach)];
  }
  return urls.map(reach);
}

function reach(url: string): Promise<Finding> {
  return examine(url.startsWith("stun") ? "STUN" : "TURN", async () => {
    await reachIceServer(url);
    return url.startsWith("stun") ? `${url} answers` : `${url} answers; its secret is first tried by a call`;
  });
}
