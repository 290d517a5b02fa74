import { sendContactMessage as sendContactMessageEndpoint } from "@greenroom/contract/contact.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../deps.ts";
import { bind } from "../../http/bind.ts";
import { sendContactMessage } from "./send-contact-message.ts";

export function registerContactRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, sendContactMessageEndpoint, ({ body }) => sendContactMessage(deps, body));
}
