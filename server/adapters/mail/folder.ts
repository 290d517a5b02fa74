import { randomBytes } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import nodemailer from "nodemailer";
import type { Clock } from "../../ports/clock.ts";
import type { MailMessage, MailSender } from "../../ports/mail.ts";
import { asNodemailer } from "./as-nodemailer.ts";

interface FolderMailOptions {
  directory: string;
  from: string;
  clock: Clock;
}

/** The embedded default: one `.eml` a message, names in order of time, read at `/dev/mailbox`. */
export function folderMail({ directory, from, clock }: FolderMailOptions): MailSender {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  let count = 0;
  return {
    async send(message: MailMessage) {
      const { message: eml } = await composer.sendMail({ date: clock.now(), ...asNodemailer(from, message) });
      await mkdir(directory, { recursive: true });
      count += 1;
      const stamp = new Date().toISOString().replaceAll(":", "-");
      const name = `${stamp}-${String(count).padStart(5, "0")}-${randomBytes(3).toString("hex")}`;
      // Written aside and renamed, so that nobody reads half a message.
      const temporary = join(directory, `.${name}`);
      await writeFile(temporary, eml as Buffer, { mode: 0o600 });
      await rename(temporary, join(directory, `${name}.eml`));
    },
  };
}
