import { sendContactMessage as sendContactMessageEndpoint } from "@greenroom/contract/site/contact.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../kernel/deps.ts";
import { bind } from "../../kernel/http/bind.ts";
import { sendContactMessage } from "./send-contact-message.ts";

export function registerContactRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, sendContactMessageEndpoint, ({ body }) => sendContactMessage(deps, body));
}
