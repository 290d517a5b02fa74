import { createHash } from "node:crypto";
import { codeSandboxPath } from "@greenroom/contract/room/pad-run-limits.ts";
import type { FastifyInstance } from "fastify";

/**
 * The frame in which the room runs code. It takes a program and its files from the page that opened it and
 * starts the program in a worker. The worker inherits the policy below and replies over the port that it was
 * given.
 */
const script = `
addEventListener("message", ({ source, data, ports }) => {
  if (source !== parent) return;
  const program = new Blob([data.program], { type: "text/javascript" });
  const worker = new Worker(URL.createObjectURL(program));
  worker.addEventListener("error", () => parent.postMessage("broken", "*"));
  worker.postMessage(data.files, [ports[0], ...data.files]);
}, { once: true });
parent.postMessage("here", "*");
`;
const page = `<!doctype html><html lang="en"><title>Where code runs</title><script>${script}</script></html>`;

/**
 * `sandbox` without `allow-same-origin` gives each frame its own origin: no storage, no token and no access
 * to the page around it. Without `connect-src`, addresses in `script-src` or `unsafe-eval`, its code cannot
 * reach any network, ours included (docs/decisions/0013-code-in-a-sandboxed-frame-and-worker.md).
 */
const policy = [
  "sandbox allow-scripts",
  "default-src 'none'",
  `script-src 'sha256-${createHash("sha256").update(script).digest("base64")}' blob: 'wasm-unsafe-eval'`,
  "worker-src blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");

export function registerCodeSandbox(app: FastifyInstance): void {
  app.get(codeSandboxPath, { schema: { hide: true } as object }, (_request, reply) => {
    reply.raw.removeHeader("origin-agent-cluster");
    return reply
      .header("content-security-policy", policy)
      .header("x-frame-options", "SAMEORIGIN")
      .header("permissions-policy", "camera=(), microphone=(), display-capture=()")
      .header("cache-control", "public, max-age=3600")
      .type("text/html; charset=utf-8")
      .send(page);
  });
}
