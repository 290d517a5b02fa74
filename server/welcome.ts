import { join } from "node:path";
import type { Config } from "./config.ts";

interface Welcome {
  config: Config;
  /** Where it listens in the end, `PORT=0` being any port. */
  port: number;
  /** Null when there is no demo data. */
  demoPassword: string | null;
}

/** Tells whoever started the server where everything is; no line holds a secret. */
export function welcomeText({ config, port, demoPassword }: Welcome): string {
  const { business, isProduction, publicUrl, mail, dataDirectory } = config;
  const lines = [`${business.name} is open: ${publicUrl}`];
  if (isProduction) lines.push(`It listens on ${config.host}, port ${port}.`);
  if (demoPassword !== null) {
    lines.push(
      "",
      `Demo password: ${demoPassword}`,
      "  interviewee@greenroom.example   books and gives feedback",
      "  interviewer@greenroom.example   offers slots and is paid",
      "  operator@greenroom.example      looks after the rest (npm run operator -- help)",
    );
  }
  lines.push(
    ...(mail.kind === "folder"
      ? ["", `Mail goes to ${join(dataDirectory, "mail")} and is shown at ${publicUrl}/dev/mailbox`]
      : [`Mail goes out over ${mail.host}, port ${mail.port}.`]),
    sayWhereDataIs(config),
    isProduction ? "SIGTERM lets it finish what is under way." : "Ctrl-C stops everything.",
  );
  return `\n${lines.join("\n")}\n\n`;
}

function sayWhereDataIs({ databaseUrl, storage, dataDirectory }: Config): string {
  const bucket = storage.kind === "s3" ? `the bucket ${storage.bucket}` : null;
  if (databaseUrl === null)
    return `Data is kept in ${dataDirectory}${bucket === null ? "" : `, files in ${bucket}`}.`;
  // PostgreSQL takes more than a URL; what cannot be read for certain might show a password.
  const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : null;
  return `Data is kept in ${url === null ? "the database of DATABASE_URL" : url.host + url.pathname}, files in ${bucket ?? join(dataDirectory, "files")}.`;
}
