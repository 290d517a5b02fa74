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

function describeDataLocation({ databaseUrl, storage, dataDirectory }: Config): string {
  const bucket = storage.kind === "s3" ? `the bucket ${storage.bucket}` : null;
  if (databaseUrl === null)
    return `Data is kept in ${dataDirectory}${bucket === null ? "" : `, files in ${bucket}`}.`;
  // PostgreSQL accepts more forms than URLs. A text that cannot be parsed might contain a password, so it is not
  // shown.
  const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : null;
  return `Data is kept in ${url === null ? "the database of DATABASE_URL" : url.host + url.pathname}, files in ${bucket ?? join(dataDirectory, "files")}.`;
}
