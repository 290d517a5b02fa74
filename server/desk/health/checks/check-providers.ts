import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { providerTimeoutMilliseconds, withDeadline } from "../../../kernel/concurrency.ts";
import type { Config } from "../../../kernel/config/config.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { wavOf } from "../../../kernel/files.ts";
import { allocateRelay, checkStunServer } from "../../../room/ice/check-server.ts";
import { turnCredentialFor } from "../../../room/ice/ice-servers.ts";
import type { TranscriptionService } from "../../../vendors/transcription/port.ts";
import { checkPythonPackages, type Finding, runCheck } from "./check-installation.ts";

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
    checkOptional("virus scanner", "uploads are not scanned", providers.scanner, async (scanner) => {
      await scanner.check();
      return "clamd answers";
    }),
    runCheck("meetings", async () => {
      await providers.meetings.check?.();
      return providers.meetings.displayName;
    }),
    checkOptional("report model", "reports are measured and not drafted", providers.ai, async (model) => {
      await model.check();
      return `${model.name} answers (${config.ai?.dialect})`;
    }),
    checkTranscription(providers.transcription),
    ...(config.pyodideUrl === null ? [] : [checkPythonPackages(config.pyodideUrl, config.publicUrl)]),
    ...checkIce(config, providers.clock.now()),
  ]);
}

/** Checks a provider that may be left out; `without` says what then does not happen. */
async function checkOptional<Provider>(
  name: string,
  without: string,
  provider: Provider | null,
  check: (provider: Provider) => Promise<string>,
): Promise<Finding> {
  if (provider === null) return { name, level: "off", message: without };
  return await runCheck(name, () => check(provider));
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

/** Asks STUN servers for our address, and has each TURN server allocate a relay over each transport. */
function checkIce(config: Config, now: Date): Promise<Finding>[] {
  const { ice, isProduction } = config;
  const timeoutMilliseconds = providerTimeoutMilliseconds;
  const stun = ice.stunUrls.map((url) =>
    runCheck("STUN", async () => {
      await checkStunServer(url, { timeoutMilliseconds });
      return `${url} answers`;
    }),
  );
  if (ice.turn === null) {
    const message =
      "no TURN server: two people behind strict networks cannot connect to each other in the room";
    return isProduction ? [...stun, Promise.resolve({ name: "TURN", level: "warning", message })] : stun;
  }
  const credential = turnCredentialFor(ice.turn.secret, "doctor", now);
  const turn = ice.turn.urls.map((url) =>
    runCheck(
      `TURN ${url}`,
      async () => `it relays from ${await allocateRelay(url, credential, { timeoutMilliseconds })}`,
    ),
  );
  return [...stun, ...turn];
}

const answerWithin = 20_000;
/** Half a second, because services refuse less than a tenth. */
const samples = 8_000;
const samplesPerSecond = 16_000;

/**
 * Tells who makes transcripts. A service transcribes half a second of silence: any text in return
 * shows that URL, key and model are right.
 */
export function checkTranscription(service: TranscriptionService | null): Promise<Finding> {
  return runCheck("transcription", async () => {
    if (service === null) return "by browsers that recognize speech on the device; others make no transcript";
    const request = {
      audio: wavOf(new Int16Array(samples), samplesPerSecond),
      language: "en",
      vocabulary: [],
    };
    await service.transcribe(request, AbortSignal.timeout(answerWithin));
    return `${service.name} answers`;
  });
}
