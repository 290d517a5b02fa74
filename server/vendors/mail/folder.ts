import { randomUUID } from "node:crypto";
import fs from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Clock } from "../../kernel/clock.ts";
import type { MailMessage, MailSender } from "./port.ts";
import { writeMessage } from "./write-message.ts";

/** Without a file handle, which costs as much as writing the mail. */
const writeFile = promisify(fs.writeFile);

interface FolderMailOptions {
  directory: string;
  from: string;
  clock: Clock;
}

/** The default: writes one `.eml` file per message, named in order of time, which `/dev/mailbox` shows. */
export function folderMail({ directory, from, clock }: FolderMailOptions): MailSender {
  let count = 0;
  return {
    async send(message: MailMessage) {
      const { content } = writeMessage(from, message, clock.now());
      count += 1;
      // The order in which they were written, whatever the time of the test or demo that sends them.
      const stamp = new Date().toISOString().replaceAll(":", "-");
      const name = `${stamp}-${String(count).padStart(5, "0")}-${randomUUID().slice(0, 6)}`;
      // Written under a temporary name and renamed, so that nobody reads an incomplete message.
      const temporary = join(directory, `.${name}`);
      const write = () => writeFile(temporary, content.replaceAll("\r\n", "\n"), { mode: 0o600 });
      await write().catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT") throw error;
        await mkdir(directory, { recursive: true });
        await write();
      });
      await rename(temporary, join(directory, `${name}.eml`));
    },
  };
}
