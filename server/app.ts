import { randomUUID } from "node:crypto";
import compress from "@fastify/compress";
import multipart from "@fastify/multipart";
import { maxPdfBytes } from "@greenroom/contract/kernel/pdf.ts";
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import Fastify from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { authorize } from "./authorize.ts";
import { registerOperatorRoutes } from "./desk/routes.ts";
import type { Deps } from "./kernel/deps.ts";
import { answerBrokenRequest, rejectMalformedRequests } from "./kernel/http/broken-requests.ts";
import { installErrorHandler, installPlainInputErrors, sendError } from "./kernel/http/error-handler.ts";
import {
  installSecurityHeaders,
  registerCodeSandbox,
  registerPolicyReports,
} from "./kernel/http/security-policy.ts";
import { RequestLog, registerHealth, registerOpenApi } from "./kernel/http/service-routes.ts";
import { registerSignedFiles } from "./kernel/http/uploads-and-downloads.ts";
import { registerMoneyRoutes } from "./money/routes.ts";
import { registerPeopleRoutes } from "./people/routes.ts";
import { registerDrillRoutes, registerPracticeRoutes } from "./practice/routes.ts";
import { registerFeedbackRoutes, registerProgressRoutes, registerReportRoutes } from "./review/routes.ts";
import { registerRoomSocket } from "./room/connections/room-socket.ts";
import { registerRoomQuestionRoutes, registerRoomRoutes, registerTranscriptRoutes } from "./room/routes.ts";
import { registerAvailabilityRoutes, registerWeeklyRoutes } from "./schedule/availability/routes.ts";
import { registerBookingRoutes } from "./schedule/bookings/routes.ts";
import { registerCalendarFeedRoutes } from "./schedule/calendar-feed.ts";
import { registerMeetingRoutes } from "./schedule/meetings/create.ts";
import { registerMentorRoutes } from "./schedule/mentors/routes.ts";
import { getPageData } from "./site/page-data.ts";
import { registerSiteRoutes } from "./site/routes.ts";
import { registerStaticSite } from "./site/static-site.ts";

interface AppOptions {
  /** Folder of the built site; null serves only the API. */
  siteDirectory: string | null;
  /** Aborted when the server is told to stop, some time before it closes. */
  shutdownSignal?: AbortSignal;
  timeLimits?: TimeLimits;
}

export interface TimeLimits {
  /** A connection on which nothing is sent in either direction for so long is closed. */
  silentMilliseconds: number;
  /** The longest time in which a request with its body may arrive. */
  requestMilliseconds: number;
  /** How long the server waits for unfinished requests when it closes. */
  closingMilliseconds: number;
}

/**
 * A phone that loses its network in the middle of an upload sends no end, so its connection and file would stay until
 * the process ends. 10 MB within the longest time are 11 kB a second.
 */
const usualTimeLimits: TimeLimits = {
  silentMilliseconds: 120_000,
  requestMilliseconds: 900_000,
  closingMilliseconds: 10_000,
};

/** Largest JSON body, in bytes. A long resume is a tenth of it. */
const bodyLimit = 256 * 1024;

/**
 * Builds the HTTP side of the server from its dependencies. Does not listen yet. A worker answers only
 * health checks.
 */
export async function createApp(deps: Deps, options: AppOptions): Promise<FastifyInstance> {
  const timeLimits = options.timeLimits ?? usualTimeLimits;
  const app = createBareApp(deps, timeLimits);
  closeUnfinishedRequests(app, timeLimits);
  const shutdownSignal = options.shutdownSignal ?? new AbortController().signal;
  if (deps.config.scaling.role === "worker") {
    registerHealth(app, deps, shutdownSignal);
    await registerStaticSite(app, { siteDirectory: null, deps, readPageData: () => getPageData(deps) });
  } else await registerProduct(app, deps, { ...options, shutdownSignal });
  return app;
}

/** Without any route: limits, errors and headers. */
function createBareApp(deps: Deps, timeLimits: TimeLimits): FastifyInstance {
  const { config } = deps;
  const app = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new RequestLog(),
    genReqId: () => randomUUID(),
    // Paths that the router itself cannot parse get our error format too.
    frameworkErrors: (error, request, reply) => {
      sendError(error, request as FastifyRequest, reply as FastifyReply);
    },
    bodyLimit,
    connectionTimeout: timeLimits.silentMilliseconds,
    requestTimeout: timeLimits.requestMilliseconds,
    clientErrorHandler: (error, socket) => answerBrokenRequest(deps.log as FastifyBaseLogger, error, socket),
    // Node would answer without a body; rejectMalformedRequests explains the problem.
    http: { requireHostHeader: false },
    // While the server closes, requests on open connections are still answered.
    return503OnClosing: false,
    // The header is trusted for as many hops as we have proxies, and not at all by default.
    trustProxy:
      config.trustedProxies === 0 ? false : (_address: string, hop: number) => hop < config.trustedProxies,
    onProtoPoisoning: "error",
    onConstructorPoisoning: "error",
    routerOptions: { maxParamLength: 200 },
  });
  // Refuses the content type that a form on another site can send without a preflight request.
  app.removeContentTypeParser("text/plain");
  app.decorateRequest("actor", null);
  app.decorate("authorize", authorize);
  installPlainInputErrors();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  installErrorHandler(app);
  installSecurityHeaders(app);
  rejectMalformedRequests(app);
  return app;
}

/** Without it, a request whose body never ends would keep the server from closing. */
function closeUnfinishedRequests(app: FastifyInstance, { closingMilliseconds }: TimeLimits): void {
  app.addHook("preClose", async () => {
    const timer = setTimeout(() => app.server.closeAllConnections(), closingMilliseconds);
    app.server.once("close", () => clearTimeout(timer));
  });
}

async function registerProduct(
  app: FastifyInstance,
  deps: Deps,
  { siteDirectory, shutdownSignal }: Required<Omit<AppOptions, "timeLimits">>,
): Promise<void> {
  await app.register(compress, { global: true, threshold: 1024, encodings: ["br", "gzip"] });
  await app.register(multipart, { limits: { fileSize: maxPdfBytes, files: 1, fields: 5, parts: 6 } });
  await registerOpenApi(app, deps.config);

  registerHealth(app, deps, shutdownSignal);
  registerSiteRoutes(app, deps);
  registerPeopleRoutes(app, deps);
  registerMoneyRoutes(app, deps);
  registerAvailabilityRoutes(app, deps);
  registerWeeklyRoutes(app, deps);
  registerCalendarFeedRoutes(app, deps);
  registerBookingRoutes(app, deps);
  registerMeetingRoutes(app, deps);
  registerMentorRoutes(app, deps);
  registerRoomQuestionRoutes(app, deps);
  registerRoomRoutes(app, deps);
  registerTranscriptRoutes(app, deps);
  await registerRoomSocket(app, deps);
  registerFeedbackRoutes(app, deps);
  registerReportRoutes(app, deps);
  registerProgressRoutes(app, deps);
  registerDrillRoutes(app, deps);
  registerPracticeRoutes(app, deps);
  registerOperatorRoutes(app, deps);
  registerSignedFiles(app, deps);
  registerCodeSandbox(app);
  registerPolicyReports(app, deps);
  for (const plugin of deps.plugins) plugin.registerRoutes(app, deps);
  await registerStaticSite(app, { siteDirectory, deps, readPageData: () => getPageData(deps) });
}
