import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { providerTimeoutMilliseconds, withDeadline } from "../../../kernel/concurrency.ts";
import type { Config } from "../../../kernel/config/config.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { checkIceServer } from "./check-ice-server.ts";
import { checkPythonPackages } from "./check-python-packages.ts";
import { checkTranscription } from "./check-transcription.ts";
import { type Finding, runCheck } from "./finding.ts";

type Providers = Pick<
  Deps,
  "mail" | "payments" | "storage" | "scanner" | "meetings" | "ai" | "transcription" | "clock"
>;

/** Makes a free call to each configured provider, which shows that our keys are right. */
export async function checkProviders(config: Config, providers: Providers): Promise<Finding[]> {
  return await Promise.all([
    runCheck("mail", async () => {
      const { mail } = config;
      if (mail.kind === "folder") return "a folder, read at /dev/mailbox";
      await providers.mail.check?.();
      const by = mail.encryption === "none" ? "unencrypted, on this machine" : mail.encryption;
      return `${mail.host}:${mail.port} (${by})${mail.auth === null ? "" : ", signed in"}`;
    }),
    checkPayments(config, providers),
    runCheck("storage", async () => {
      await probeStorage(providers);
      const { storage, dataDirectory } = config;
      return storage.kind === "disk" ? `a folder in ${dataDirectory}` : `bucket ${storage.bucket}`;
    }),
    runCheck("virus scanner", async () => {
      if (providers.scanner === null) return "none: uploads are not scanned";
      await providers.scanner.check();
      return "clamd answers";
    }),
    runCheck("meetings", async () => {
      await providers.meetings.check?.();
      return providers.meetings.displayName;
    }),
    runCheck("report model", async () => {
      if (providers.ai === null) return "none: reports are measured and not drafted";
      await providers.ai.check();
      return `${providers.ai.name} answers (${config.ai?.dialect})`;
    }),
    checkTranscription(providers.transcription),
    ...(config.pyodideUrl === null ? [] : [checkPythonPackages(config.pyodideUrl, config.publicUrl)]),
    ...checkIce(config),
  ]);
}

/**
 * Finds problems that only users would notice: test keys in production, or a checkout script that does not load.
 */
async function checkPayments(
  { payments, isProduction }: Config,
  providers: Pick<Deps, "payments">,
): Promise<Finding> {
  const found = await runCheck("payments", async () => {
    await providers.payments.check?.();
    return providers.payments.name;
  });
  if (payments.kind === "sandbox" || found.level === "error") return found;
  const isTest = isProduction && payments.keyId.startsWith("rzp_test_");
  const warnings = [
    ...(isTest ? ["with test keys: no real money moves"] : []),
    ...((await isReachable(payments.checkoutUrl))
      ? []
      : [`its script ${payments.checkoutUrl} was not found`]),
  ];
  return warnings.length === 0
    ? found
    : { ...found, level: "warning", message: [found.message, ...warnings].join(", ") };
}

async function isReachable(url: string): Promise<boolean> {
  try {
    return await withDeadline(providerTimeoutMilliseconds, undefined, async (signal) => {
      const { ok, body } = await fetch(url, { redirect: "manual", signal });
      await body?.cancel();
      return ok;
    });
  } catch {
    return false;
  }
}

/** Stores, finds, reads and removes a small file. */
async function probeStorage({ storage, clock }: Pick<Deps, "storage" | "clock">): Promise<void> {
  const key = `probes/${randomUUID()}.txt`;
  const content = Buffer.from(`probe of ${clock.now().toISOString()}`);
  await storage.put(key, content, "text/plain");
  if (!(await storage.exists(key))) throw new Error("the test file was not found after it was stored");
  const read = await storage.read(key);
  if (read === null || !(await buffer(read)).equals(content))
    throw new Error("the test file was not read as it was stored");
  await storage.remove(key);
}

function checkIce({ ice, isProduction }: Config): Promise<Finding>[] {
  const urls = [...ice.stunUrls, ...(ice.turn?.urls ?? [])];
  if (ice.turn === null && isProduction) {
    const message =
      "no TURN server: two people behind strict networks cannot connect to each other in the room";
    return [Promise.resolve({ name: "TURN", level: "warning", message }), ...urls.map(checkIceUrl)];
  }
  return urls.map(checkIceUrl);
}

function checkIceUrl(url: string): Promise<Finding> {
  return runCheck(url.startsWith("stun") ? "STUN" : "TURN", async () => {
    await checkIceServer(url);
    return url.startsWith("stun") ? `${url} answers` : `${url} answers; its secret is first tried by a call`;
  });
}
