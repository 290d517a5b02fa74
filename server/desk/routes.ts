import * as contract from "@greenroom/contract/desk/site-texts.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../kernel/deps.ts";
import { bind } from "../kernel/http/bind.ts";
import { editText, listVersions, readTextsNow } from "../site/texts.ts";
import { registerOperatorAccessRoutes } from "./access/open-desk.ts";
import { type Action, bindAction } from "./action.ts";
import { createDecision, registerApprovalRoutes } from "./approvals/approvals.ts";
import { registerAuditRoutes } from "./audit/audit.ts";
import { registerDeskBookingRoutes } from "./bookings/bookings.ts";
import { cancel, reopen } from "./bookings/cancel-bookings.ts";
import { decide, reverseEarning } from "./bookings/decide-desk-interview.ts";
import { propose, withdraw } from "./bookings/propose-move.ts";
import { registerFigureRoutes } from "./figures/figures.ts";
import { discard, restore } from "./health/failed-jobs.ts";
import { registerDeskHealthRoutes } from "./health/health.ts";
import { applicationActions } from "./interviewers/application-actions.ts";
import { registerInterviewerDeskRoutes } from "./interviewers/interviewers.ts";
import { mentorActions } from "./interviewers/mentor-actions.ts";
import { check, leave, refund, retry } from "./payments/payment-actions.ts";
import { registerDeskPaymentRoutes } from "./payments/payments.ts";
import { exportBatch, markPaid, recordReturn } from "./payouts/payout-actions.ts";
import { registerDeskPayoutRoutes } from "./payouts/payouts.ts";
import { registerPeopleRoutes } from "./people/people.ts";
import { personActions } from "./people/person-actions.ts";
import { createCoupon, resumeCoupon, stopCoupon } from "./prices/coupon-actions.ts";
import { changeFoundingTerms, changeListPrice, withdrawComing } from "./prices/price-actions.ts";
import { registerDeskPriceRoutes } from "./prices/prices.ts";
import { registerSettlementRoutes } from "./settlements/settlements.ts";
import { registerTodayRoutes } from "./today/today.ts";

/** Everything that an operator previews and confirms. */
const actions: readonly Action[] = [
  ...personActions,
  ...applicationActions,
  ...mentorActions,
  ...[cancel, reopen, propose, withdraw, decide, reverseEarning],
  ...[refund, retry, leave, check, exportBatch, markPaid, recordReturn],
  ...[changeListPrice, changeFoundingTerms, withdrawComing, createCoupon, stopCoupon, resumeCoupon],
  ...[discard, restore],
];

/** Everything at the operator's desk. */
export function registerOperatorRoutes(app: FastifyInstance, deps: Deps): void {
  for (const one of [...actions, createDecision(actions)]) bindAction(app, deps, one);
  registerOperatorAccessRoutes(app, deps);
  registerApprovalRoutes(app, deps);
  registerDeskPaymentRoutes(app, deps);
  registerDeskPayoutRoutes(app, deps);
  registerDeskBookingRoutes(app, deps);
  registerDeskPriceRoutes(app, deps);
  registerFigureRoutes(app, deps);
  registerSettlementRoutes(app, deps);
  registerAuditRoutes(app, deps);
  registerDeskHealthRoutes(app, deps);
  registerSiteTextRoutes(app, deps);
  registerInterviewerDeskRoutes(app, deps);
  registerPeopleRoutes(app, deps);
  registerTodayRoutes(app, deps);
}

/** Texts of the site that operators edit. */
export function registerSiteTextRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, contract.listSiteTexts, async () => {
    const texts = await readTextsNow(deps);
    return contract.siteTextKeys.map((key) => ({ key, ...texts[key] }));
  });
  bind(app, deps, contract.listSiteTextVersions, ({ params }) => listVersions(deps, params.key));
  bind(app, deps, contract.editSiteText, ({ actor, params, body }) =>
    editText(deps, actor, { key: params.key, ...body }),
  );
}
