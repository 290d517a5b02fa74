import { readFileSync } from "node:fs";
import { paySandboxOrder } from "@greenroom/contract/payments.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../deps.ts";
import { bind } from "../../http/bind.ts";
import { handles } from "../../jobs/job.ts";
import type { AdapterPlugin } from "../../ports/plugin.ts";
import { sandboxScriptPath } from "./sandbox.ts";
import { payOrder } from "./sandbox-pay-order.ts";
import { deliverWebhook, sendWebhook } from "./sandbox-webhooks.ts";

/** Beside this file in the sources, and beside the bundle's chunks once built. */
const scriptFile = new URL("./sandbox-checkout.js", import.meta.url);

/** What a provider has besides its API: a checkout, people who pay in it, and webhooks on their way. */
export const sandboxPlugin: AdapterPlugin = {
  registerRoutes(app: FastifyInstance, deps: Deps) {
    // Money that is not money must not buy anything where it counts, however the server was put together.
    if (deps.config.isProduction) return;
    const script = readFileSync(scriptFile, "utf8");
    app.get(sandboxScriptPath, { schema: { hide: true }, config: { access: "public" } }, (_request, reply) =>
      reply.type("text/javascript; charset=utf-8").header("cache-control", "no-cache").send(script),
    );
    bind(app, deps, paySandboxOrder, ({ params, body }) => payOrder(deps, params.id, body.outcome));
  },
  jobs: [handles(deliverWebhook, sendWebhook)],
};
