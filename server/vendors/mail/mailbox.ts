import { randomUUID } from "node:crypto";
import fs from "node:fs";
import { mkdir, readdir, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { FastifyInstance } from "fastify";
import PostalMime from "postal-mime";
import type { AdapterPlugin, Clock } from "../../kernel/deps.ts";
import { escapeHtml } from "../../kernel/escape.ts";
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
      const { content } = await writeMessage(from, message, clock.now());
      count += 1;
      // The order in which they were written, whatever the time of the test or demo that sends them.
      const stamp = new Date().toISOString().replaceAll(":", "-");
      const name = `${stamp}-${String(count).padStart(5, "0")}-${randomUUID().slice(0, 6)}`;
      // Written under a temporary name and renamed, so that nobody reads an incomplete message.
      const temporary = join(directory, `.${name}`);
      const write = () => writeFile(temporary, content.toString().replaceAll("\r\n", "\n"), { mode: 0o600 });
      await write().catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT") throw error;
        await mkdir(directory, { recursive: true });
        await write();
      });
      await rename(temporary, join(directory, `${name}.eml`));
    },
  };
}

/** How many messages the page shows, newest first. */
const maxShownMessages = 50;

interface StoredMessage {
  /** The file name without its extension. */
  name: string;
  to: string;
  subject: string;
  date: string;
  text: string;
  html: string;
}

/** `/dev/mailbox`: shows the folder's mail as a page, for development only. */
export function mailboxPlugin(directory: string): AdapterPlugin {
  return {
    jobs: [],
    registerRoutes(app: FastifyInstance) {
      app.get("/dev/mailbox", { schema: { hide: true } }, async (_request, reply) => {
        const page = renderPage(await readMessages(directory));
        return reply
          .header(
            "content-security-policy",
            "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
          )
          .header("cache-control", "no-store")
          .type("text/html; charset=utf-8")
          .send(page);
      });
      app.get<{ Params: { name: string } }>(
        "/dev/mailbox/:name",
        { schema: { hide: true } },
        async ({ params }, reply) => {
          const message = (await readMessages(directory)).find(({ name }) => name === params.name);
          return reply
            .code(message === undefined ? 404 : 200)
            .header(
              "content-security-policy",
              "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'",
            )
            .header("cache-control", "no-store")
            .type("text/html; charset=utf-8")
            .send(message?.html ?? "<p>This message is not among the newest.</p>");
        },
      );
    },
  };
}

async function readMessages(directory: string): Promise<StoredMessage[]> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    // No mail has been sent yet.
    if (error.code === "ENOENT") return [] as string[];
    throw error;
  });
  const newest = names
    .filter((name) => name.endsWith(".eml"))
    .sort()
    .reverse()
    .slice(0, maxShownMessages);
  return Promise.all(
    newest.map(async (name) => {
      const mail = await PostalMime.parse(await readFile(join(directory, name)));
      return {
        name: name.slice(0, -".eml".length),
        html: mail.html ?? "",
        to: mail.to?.map((address) => address.address ?? "").join(", ") ?? "",
        subject: mail.subject ?? "",
        date: mail.date ?? "",
        text: mail.text ?? "",
      };
    }),
  );
}

function renderPage(messages: StoredMessage[]): string {
  const items = messages.map(
    ({ name, to, subject, date, text }) => `<article><h2>${escapeHtml(subject)}</h2>
<p class="meta">To ${escapeHtml(to)} · <time>${escapeHtml(date)}</time> · <a href="/dev/mailbox/${encodeURIComponent(name)}">as mail programs show it</a></p>
<pre>${linkify(text.trim())}</pre></article>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Mailbox</title><style>
:root{color-scheme:light dark;--ink:#12211b;--ink-2:#43544c;--paper:#faf7f1;--card:#fff;--line:#e3ddd0;--green:#0d5c45}
@media (prefers-color-scheme:dark){:root{--ink:#eaf1ec;--ink-2:#b4c3bb;--paper:#0b1613;--card:#12211c;--line:#24362f;--green:#3fae86}}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.55 system-ui,sans-serif}
main{max-width:760px;margin:0 auto;padding:32px 16px}h1{font:600 28px/1.2 Georgia,serif;margin:0 0 4px}
article{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:18px 20px;margin:16px 0}
h2{font-size:17px;margin:0}.meta{color:var(--ink-2);font-size:13px;margin:2px 0 10px}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:0}a{color:var(--green)}
</style></head><body><main><h1>Mailbox</h1><p class="meta">Every email that this server sent, newest first. Reload for more. Only in development.</p>
${items.length === 0 ? "<article><p>No email yet. Sign up, or ask for a code, and it will be here.</p></article>" : items.join("\n")}
</main></body></html>`;
}

/** Escapes text for HTML and makes its links clickable. */
function linkify(text: string): string {
  return escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
}
