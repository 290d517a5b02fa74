import * as contract from "@greenroom/contract/desk/money/prices.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../kernel/deps.ts";
import { bind, sendPage } from "../../kernel/http/bind.ts";
import { performOrRequestApproval, previewAction } from "../approvals/perform-or-request-approval.ts";
import { changePrices, previewWithdrawal, priceAction, withdrawPrice } from "./change-desk-prices.ts";
import {
  couponAction,
  previewResumption,
  previewStop,
  resumeDeskCoupon,
  stopDeskCoupon,
} from "./desk-coupons.ts";
import { listDeskCoupons, readPrices } from "./read-prices.ts";

/** Prices, founding places and coupons at the desk. */
export function registerDeskPriceRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, contract.getDeskPrices, () => readPrices(deps));
  bind(app, deps, contract.previewPriceChange, ({ actor, body }) =>
    previewAction(deps, actor, priceAction, body),
  );
  bind(app, deps, contract.changePrice, ({ actor, body: { reason, version, typed, ...payload } }) =>
    changePrices(deps, actor, { reason, version, typed, payload }),
  );
  bind(app, deps, contract.previewFoundingChange, ({ actor, body }) =>
    previewAction(deps, actor, priceAction, body),
  );
  bind(app, deps, contract.changeFounding, ({ actor, body: { reason, version, typed, ...payload } }) =>
    changePrices(deps, actor, { reason, version, typed, payload }),
  );
  bind(app, deps, contract.previewPriceWithdrawal, ({ actor, params }) =>
    previewWithdrawal(deps, actor, params.id),
  );
  bind(app, deps, contract.withdrawPrice, ({ actor, params, body }) =>
    withdrawPrice(deps, actor, { ...params, ...body }),
  );
  bind(app, deps, contract.listDeskCoupons, async (call) =>
    sendPage(call, await listDeskCoupons(deps, call.query)),
  );
  bind(app, deps, contract.previewCoupon, ({ actor, body }) =>
    previewAction(deps, actor, couponAction, body),
  );
  bind(app, deps, contract.createDeskCoupon, async ({ actor, body }) => {
    const { reason, version, typed, ...payload } = body;
    const confirmed = { reason, version, typed, payload };
    const { _id = null, ...result } = await performOrRequestApproval(deps, actor, couponAction, confirmed);
    return { ...result, _id };
  });
  bind(app, deps, contract.previewCouponStop, ({ actor, params }) => previewStop(deps, actor, params.id));
  bind(app, deps, contract.stopDeskCoupon, ({ actor, params, body }) =>
    stopDeskCoupon(deps, actor, { ...params, ...body }),
  );
  bind(app, deps, contract.previewCouponResumption, ({ actor, params }) =>
    previewResumption(deps, actor, params.id),
  );
  bind(app, deps, contract.resumeDeskCoupon, ({ actor, params, body }) =>
    resumeDeskCoupon(deps, actor, { ...params, ...body }),
  );
}
