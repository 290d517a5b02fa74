import { randomBytes, randomUUID } from "node:crypto";
import { createSocket } from "node:dgram";
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";
import { connect as connectTls } from "node:tls";
import { providerTimeoutMilliseconds, withDeadline } from "../../../kernel/concurrency.ts";
import type { Config } from "../../../kernel/config/config.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { wavOf } from "../../../kernel/files.ts";
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
    ...checkIce(config),
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

/**
 * The type of a STUN binding request, the type of its response, and the cookie of the protocol (RFC 8489 5).
 */
const bindingRequest = 0x0001;
const bindingSuccess = 0x0101;
const magicCookie = 0x2112a442;

/**
 * Checks that a `stun:` or `turn:` server (RFC 7064, RFC 7065) is reachable: over UDP it must answer a binding
 * request, over TCP and TLS it must accept the connection. Does not check TURN's secret, because only an allocation
 * would. Rejects with the reason.
 */
export async function checkIceServer(url: string): Promise<void> {
  const [, scheme = "", host = "", port, query = ""] = /^(\w+):([^:?]+)(?::(\d+))?(.*)$/.exec(url) ?? [];
  const isTls = scheme.endsWith("s");
  const target = { host, port: Number(port ?? (isTls ? 5349 : 3478)) };
  if (isTls) await checkConnects(() => connectTls({ ...target, servername: host }), "secureConnect");
  else if (query.includes("transport=tcp")) await checkConnects(() => connect(target), "connect");
  else await checkBindingReply(target);
}

interface Target {
  host: string;
  port: number;
}

function checkConnects(open: () => ReturnType<typeof connect>, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = open();
    socket.setTimeout(providerTimeoutMilliseconds, () => socket.destroy(new Error("no answer")));
    socket.once(event, () => {
      resolve();
      socket.destroy();
    });
    socket.once("error", reject);
  });
}

function checkBindingReply({ host, port }: Target): Promise<void> {
  const socket = createSocket(host.includes(":") ? "udp6" : "udp4");
  const transaction = randomBytes(12);
  const request = Buffer.alloc(20);
  request.writeUInt16BE(bindingRequest, 0);
  request.writeUInt32BE(magicCookie, 4);
  transaction.copy(request, 8);
  return new Promise<void>((resolve, reject) => {
    // UDP may lose a packet, so we send the request three times.
    const send = () => socket.send(request, port, host, (error) => error && reject(error));
    const again = setInterval(send, providerTimeoutMilliseconds / 3);
    const over = setTimeout(
      () => reject(new Error("no answer to a binding request")),
      providerTimeoutMilliseconds,
    );
    socket.once("error", reject);
    socket.on("message", (answer) => {
      const isOurs = answer.length >= 20 && answer.subarray(8, 20).equals(transaction);
      if (isOurs && answer.readUInt16BE(0) === bindingSuccess) resolve();
    });
    socket.once("close", () => {
      clearInterval(again);
      clearTimeout(over);
    });
    send();
  }).finally(() => socket.close());
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
