import type { Config } from "./config.ts";

interface Welcome {
  config: Config;
  address: string;
  /** Null when there is no demo data. */
  demoPassword: string | null;
}

/** Tells whoever started the server where everything is. */
export function printWelcome({ config, address, demoPassword }: Welcome): void {
  const url = config.isProduction ? address : config.publicUrl;
  const lines = [`${config.business.name} is open: ${url}`];
  if (demoPassword !== null) {
    lines.push(
      "",
      `Demo password: ${demoPassword}`,
      "  interviewee@greenroom.example   books and gives feedback",
      "  interviewer@greenroom.example   offers slots and is paid",
      "  operator@greenroom.example      looks after the rest (npm run operator -- help)",
    );
  }
  if (config.mail.kind === "folder") {
    lines.push("", `Mail goes to ${config.dataDirectory}/mail and is shown at ${url}/dev/mailbox`);
  }
  lines.push(`Data is kept in ${config.dataDirectory}. Ctrl-C stops everything.`);
  process.stdout.write(`\n${lines.join("\n")}\n\n`);
}
