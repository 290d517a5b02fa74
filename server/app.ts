import { randomUUID } from "node:crypto";
import compress from "@fastify/compress";
import multipart from "@fastify/multipart";
import { uploadBytes } from "@greenroom/contract/feedback.ts";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import type { Deps } from "./deps.ts";
import { registerAccountRoutes } from "./domains/accounts/routes.ts";
import { registerAvailabilityRoutes } from "./domains/availability/routes.ts";
import { registerWeeklyRoutes } from "./domains/availability/weekly-routes.ts";
import { registerBookingRoutes } from "./domains/bookings/routes.ts";
import { registerCalendarFeedRoutes } from "./domains/calendar-feed/routes.ts";
import { registerContactRoutes } from "./domains/contact/routes.ts";
import { registerCreditRoutes } from "./domains/credits/routes.ts";
import { registerEarningRoutes } from "./domains/earnings/routes.ts";
import { registerFeedbackRoutes } from "./domains/feedback/routes.ts";
import { registerInterviewerRoutes } from "./domains/interviewers/routes.ts";
import { registerRoomSocket } from "./domains/meetings/room-socket.ts";
import { registerMeetingRoutes } from "./domains/meetings/routes.ts";
import { registerPaymentRoutes } from "./domains/payments/routes.ts";
import { registerPlanRoutes } from "./domains/plans/routes.ts";
import { registerPrivacyRoutes } from "./domains/privacy/routes.ts";
import { registerResumeRoutes } from "./domains/resumes/routes.ts";
import { registerSiteRoutes } from "./domains/site/routes.ts";
import { registerCodeSandbox } from "./http/code-sandbox.ts";
import { installErrorHandler, sendError } from "./http/error-handler.ts";
import { registerFileLinks } from "./http/files.ts";
import { registerHealth } from "./http/health.ts";
import { registerOpenApi } from "./http/openapi.ts";
import { RequestLog } from "./http/request-log.ts";
import { installSecurityHeaders } from "./http/security-headers.ts";
import { registerStaticSite } from "./http/static-site.ts";

interface AppOptions {
  /** Folder of the built site; null serves the API alone. */
  siteDirectory: string | null;
  /** Aborted when the server was told to stop, some time before it is closed. */
  leaving?: AbortSignal;
}

/** Largest JSON body, in bytes: a long resume is a tenth of it. */
const bodyLimit = 256 * 1024;

/** Builds the HTTP side of the server over its dependencies; listens to nothing yet. */
export async function createApp(
  deps: Deps,
  { siteDirectory, leaving }: AppOptions,
): Promise<FastifyInstance> {
  const { config } = deps;
  const app = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new RequestLog(),
    genReqId: () => randomUUID(),
    // Addresses that the router itself cannot read end in our form too.
    frameworkErrors: (error, request, reply) => {
      sendError(error, request as FastifyRequest, reply as FastifyReply);
    },
    bodyLimit,
    // While closing, what comes over a connection that was open is still answered.
    return503OnClosing: false,
    // The header is believed for as many hops as there are proxies of ours, and not at all by default.
    trustProxy:
      config.trustedProxies === 0 ? false : (_address: string, hop: number) => hop < config.trustedProxies,
    onProtoPoisoning: "error",
    onConstructorPoisoning: "error",
    routerOptions: { maxParamLength: 200 },
  });
  // Of what a form on another site can send without asking, nothing is read.
  app.removeContentTypeParser("text/plain");
  app.decorateRequest("actor", null);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  installErrorHandler(app);
  installSecurityHeaders(app);
  await app.register(compress, { global: true, threshold: 1024, encodings: ["br", "gzip"] });
  await app.register(multipart, { limits: { fileSize: uploadBytes, files: 1, fields: 5, parts: 6 } });
  await registerOpenApi(app, config);

  registerHealth(app, deps, leaving ?? new AbortController().signal);
  registerSiteRoutes(app, deps);
  registerAccountRoutes(app, deps);
  registerPlanRoutes(app, deps);
  registerPaymentRoutes(app, deps);
  registerCreditRoutes(app, deps);
  registerAvailabilityRoutes(app, deps);
  registerWeeklyRoutes(app, deps);
  registerCalendarFeedRoutes(app, deps);
  registerInterviewerRoutes(app, deps);
  registerPrivacyRoutes(app, deps);
  registerBookingRoutes(app, deps);
  registerMeetingRoutes(app, deps);
  await registerRoomSocket(app, deps);
  registerFeedbackRoutes(app, deps);
  registerEarningRoutes(app, deps);
  registerResumeRoutes(app, deps);
  registerContactRoutes(app, deps);
  registerFileLinks(app, deps);
  registerCodeSandbox(app);
  for (const plugin of deps.plugins) plugin.registerRoutes(app, deps);
  await registerStaticSite(app, { siteDirectory, deps });
  return app;
}
