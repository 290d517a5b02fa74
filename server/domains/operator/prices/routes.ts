import * as contract from "@greenroom/contract/operator/money/prices.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../../deps.ts";
import { bind } from "../../../http/bind.ts";
import { sendPage } from "../../../http/send-page.ts";
import {
  changeFounding,
  changePrice,
  previewFoundingChange,
  previewPriceChange,
  previewWithdrawal,
  withdrawPrice,
} from "./change-desk-prices.ts";
import {
  createDeskCoupon,
  previewCoupon,
  previewResumption,
  previewStop,
  resumeDeskCoupon,
  stopDeskCoupon,
} from "./desk-coupons.ts";
import { listDeskCoupons, readPrices } from "./read-prices.ts";

/** Prices, founding places and coupons at the desk. */
export function registerDeskPriceRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, contract.getDeskPrices, () => readPrices(deps));
  bind(app, deps, contract.previewPriceChange, ({ body }) => previewPriceChange(deps, body));
  bind(app, deps, contract.changePrice, ({ actor, body }) => changePrice(deps, actor, body));
  bind(app, deps, contract.previewFoundingChange, ({ body }) => previewFoundingChange(deps, body));
  bind(app, deps, contract.changeFounding, ({ actor, body }) => changeFounding(deps, actor, body));
  bind(app, deps, contract.previewPriceWithdrawal, ({ params }) => previewWithdrawal(deps, params.id));
  bind(app, deps, contract.withdrawPrice, ({ actor, params, body }) =>
    withdrawPrice(deps, actor, { ...params, ...body }),
  );
  bind(app, deps, contract.listDeskCoupons, async (call) =>
    sendPage(call, await listDeskCoupons(deps, call.query)),
  );
  bind(app, deps, contract.previewCoupon, ({ body }) => previewCoupon(deps, body));
  bind(app, deps, contract.createDeskCoupon, ({ actor, body }) => createDeskCoupon(deps, actor, body));
  bind(app, deps, contract.previewCouponStop, ({ params }) => previewStop(deps, params.id));
  bind(app, deps, contract.stopDeskCoupon, ({ actor, params, body }) =>
    stopDeskCoupon(deps, actor, { ...params, ...body }),
  );
  bind(app, deps, contract.previewCouponResumption, ({ params }) => previewResumption(deps, params.id));
  bind(app, deps, contract.resumeDeskCoupon, ({ actor, params, body }) =>
    resumeDeskCoupon(deps, actor, { ...params, ...body }),
  );
}
