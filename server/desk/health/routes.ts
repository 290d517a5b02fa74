import * as contract from "@greenroom/contract/desk/health.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../kernel/deps.ts";
import { bind } from "../../kernel/http/bind.ts";
import { listRefusals } from "../../kernel/mail/deliveries.ts";
import { recordDataView } from "../record-data-view.ts";
import { checkDatabase } from "./checks/check-database.ts";
import { checkProviders } from "./checks/check-providers.ts";
import { checkSecret, checkSender } from "./checks/check-settings.ts";
import { discardJob, isRefundJob, listFailedJobs, restoreJob, retryJob } from "./failed-jobs.ts";
import { getHealth } from "./get-health.ts";
import { listSettings } from "./settings.ts";

const maxRows = 200;

/** The state of the installation at the operator's desk. */
export function registerDeskHealthRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, contract.getDeskHealth, () => getHealth(deps));
  bind(app, deps, contract.checkProviders, async () => {
    const [database, providers] = await Promise.all([
      checkDatabase(deps.pool, deps.config.business.timeZone),
      checkProviders(deps.config, deps),
    ]);
    return [...database, ...providers, checkSecret(deps.config), checkSender(deps.config)];
  });
  bind(app, deps, contract.listFailedJobs, async () => {
    const jobs = await listFailedJobs(deps.database, 2 * maxRows);
    return jobs.map(({ id, failedAt, restorableUntil, ...job }) => ({
      _id: id,
      ...job,
      failedAt: failedAt.toISOString(),
      isRefund: isRefundJob(job.name),
      ...(restorableUntil === null ? {} : { restorableUntil: restorableUntil.toISOString() }),
    }));
  });
  bind(app, deps, contract.retryJob, ({ actor, params }) => retryJob(deps, { id: params.id, actor }));
  bind(app, deps, contract.discardJob, ({ actor, params, body }) =>
    discardJob(deps, { id: params.id, reason: body.reason, actor }),
  );
  bind(app, deps, contract.restoreJob, ({ actor, params, body }) =>
    restoreJob(deps, { id: params.id, reason: body.reason, actor }),
  );
  bind(app, deps, contract.listRefusedAddresses, async ({ actor }) => {
    const refusals = await listRefusals(deps.database, maxRows);
    await recordDataView(deps, actor, "refused-addresses-viewed");
    return refusals.map(({ address, reply, times, lastAt }) => ({
      address,
      reply,
      times,
      lastAt: lastAt.toISOString(),
    }));
  });
  bind(app, deps, contract.listSettings, async ({ actor }) => {
    await recordDataView(deps, actor, "settings-viewed");
    return listSettings(deps.config);
  });
}
