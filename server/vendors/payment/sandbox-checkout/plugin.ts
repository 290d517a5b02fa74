import { readFileSync } from "node:fs";
import { paySandboxOrder } from "@greenroom/contract/money/payments.ts";
import type { FastifyInstance } from "fastify";
import type { AdapterPlugin, Deps } from "../../../kernel/deps.ts";
import { bind } from "../../../kernel/http/bind.ts";
import { defineHandler } from "../../../kernel/jobs/job.ts";
import { sandboxScriptPath } from "../sandbox.ts";
import { payOrder } from "./pay-order.ts";
import { deliverWebhook, sendWebhook } from "./webhooks.ts";

/** Beside this file in the sources, and beside the bundle's chunks in the build. */
const scriptFile = new URL("./sandbox-checkout.js", import.meta.url);

/** The parts of a provider outside its API: a checkout, payments in it, and webhooks. */
export const sandboxPlugin: AdapterPlugin = {
  registerRoutes(app: FastifyInstance, deps: Deps) {
    // In production, sandbox money must never buy anything, whatever the configuration.
    if (deps.config.isProduction) return;
    const script = readFileSync(scriptFile, "utf8");
    app.get(sandboxScriptPath, { schema: { hide: true }, config: { access: "public" } }, (_request, reply) =>
      reply.type("text/javascript; charset=utf-8").header("cache-control", "no-cache").send(script),
    );
    bind(app, deps, paySandboxOrder, ({ params, body }) => payOrder(deps, params.id, body.outcome));
  },
  jobs: [defineHandler(deliverWebhook, sendWebhook)],
};
