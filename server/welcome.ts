import { join } from "node:path";
import type { Config } from "./kernel/config/config.ts";

interface Welcome {
  config: Config;
  /** The port on which the server listens, because `PORT=0` means any port. */
  port: number;
  /** Null if there is no demo data. */
  demoPassword: string | null;
}

/** Tells the person who started the server where everything is. No line contains a secret. */
export function welcomeText({ config, port, demoPassword }: Welcome): string {
  const { business, isProduction, publicUrl, mail, dataDirectory, scaling } = config;
  const lines = [
    scaling.role === "worker"
      ? `${business.name} runs jobs here: http://${config.host}:${port}/health/ready`
      : `${business.name} is open: ${publicUrl}`,
  ];
  lines.push(...refusedPortWarning(config));
  if (scaling.role === "web") lines.push("It runs no jobs (GREENROOM_ROLE=web): start a worker too.");
  if (isProduction) lines.push(`It listens on ${config.host}, port ${port}.`);
  if (demoPassword !== null) {
    lines.push(
      "",
      `Demo password: ${demoPassword}`,
      "  interviewee@greenroom.example   books and gives feedback",
      "  interviewer@greenroom.example   offers slots and is paid",
      "  operator@greenroom.example      opens the desk at /operator, behind a second factor",
    );
  }
  lines.push(
    ...(mail.kind === "folder"
      ? ["", `Mail goes to ${join(dataDirectory, "mail")} and is shown at ${publicUrl}/dev/mailbox`]
      : [`Mail goes out over ${mail.host}, port ${mail.port}.`]),
    describeDataLocation(config),
    isProduction ? "SIGTERM lets it finish its current work." : "Ctrl-C stops everything.",
  );
  return `\n${lines.join("\n")}\n\n`;
}

/** Without it, a browser shows only an error of its own, and the server seems to be at fault. */
function refusedPortWarning({ publicUrl, scaling, shownSettings }: Config): string[] {
  const { port } = new URL(publicUrl);
  if (scaling.role === "worker" || !isPortRefusedByBrowsers(Number(port))) return [];
  const setting = shownSettings.get("GREENROOM_PUBLIC_URL")?.isSet ? "GREENROOM_PUBLIC_URL" : "PORT";
  return [`Browsers refuse to open port ${port}: start again with another port in ${setting}, such as 3000.`];
}

function describeDataLocation({ databaseUrl, storage, dataDirectory }: Config): string {
  const bucket = storage.kind === "s3" ? `the bucket ${storage.bucket}` : null;
  if (databaseUrl === null)
    return `Data is kept in ${dataDirectory}${bucket === null ? "" : `, files in ${bucket}`}.`;
  // PostgreSQL accepts more forms than URLs. A text that cannot be parsed might contain a password, so it is not
  // shown.
  const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : null;
  return `Data is kept in ${url === null ? "the database of DATABASE_URL" : url.host + url.pathname}, files in ${bucket ?? join(dataDirectory, "files")}.`;
}

/**
 * The bad ports of the Fetch standard, which belong to other protocols: browsers refuse to open addresses with them.
 * Chromium opens 4190 and 6679, but other browsers do not.
 */
const refusedPorts = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

export function isPortRefusedByBrowsers(port: number): boolean {
  return refusedPorts.has(port);
}
