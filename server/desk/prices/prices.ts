import type { DeskCoupon, DeskPrices } from "@greenroom/contract/desk/money/prices.ts";
import * as contract from "@greenroom/contract/desk/money/prices.ts";
import { rupeesFromPaise } from "@greenroom/contract/kernel/money.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../kernel/deps.ts";
import { bind } from "../../kernel/http/bind.ts";
import { listFoundingVersions, listPriceVersions } from "../../money/plans/change-prices.ts";
import { listCouponPage } from "../../money/plans/coupons.ts";
import { pricePlans, readFoundingPlaces } from "../../money/plans/pricing.ts";
import { bindList } from "../list.ts";

/** Prices, founding places and coupons at the desk. */
export function registerDeskPriceRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, contract.getDeskPrices, () => readPrices(deps));
  bindList(app, deps, contract.listDeskCoupons, {
    read: ({ query }) => listCouponPage(deps.database, query),
    present: (row) => presentCoupon(row, deps.clock.now()),
  });
}

interface Version {
  id: string;
  startsAt: Date;
  createdAt: Date;
  withdrawnAt: Date | null;
}

type VersionState = DeskPrices["plans"][number]["versions"][number]["state"];

/** List prices and founding places as they are now, with the newest versions. */
async function readPrices({ database, clock, config }: Deps): Promise<DeskPrices> {
  const now = clock.now();
  const priced = await pricePlans(database, {
    userId: null,
    coupon: undefined,
    now,
    founding: config.founding,
  });
  const plans: DeskPrices["plans"] = [];
  for (const { plan, listPricePaise, pricePaise } of priced) {
    const versions = await listPriceVersions(database, plan.planType);
    plans.push({
      planType: plan.planType,
      sessions: plan.sessions,
      listPrice: rupeesFromPaise(listPricePaise),
      visitorPrice: rupeesFromPaise(pricePaise),
      versions: withStates(versions, now).map(({ version, ...shown }) => ({
        ...shown,
        listPrice: rupeesFromPaise(version.listPricePaise),
      })),
    });
  }
  const { places, discountPaise, taken } = await readFoundingPlaces(database, config.founding, now);
  return {
    plans,
    founding: {
      places,
      discount: rupeesFromPaise(discountPaise),
      taken,
      versions: withStates(await listFoundingVersions(database), now).map(({ version, ...shown }) => ({
        ...shown,
        places: version.places,
        discount: rupeesFromPaise(version.discountPaise),
      })),
    },
  };
}

/** `versions`: the newest start first. The first that has started is the current one. */
function withStates<V extends Version>(versions: readonly V[], now: Date) {
  const current = versions.find(({ startsAt, withdrawnAt }) => withdrawnAt === null && startsAt <= now);
  const stateOf = (version: V): VersionState => {
    if (version.withdrawnAt !== null) return "withdrawn";
    if (version.startsAt > now) return "coming";
    return version === current ? "current" : "past";
  };
  return versions.map((version) => {
    const { id, startsAt, createdAt, withdrawnAt } = version;
    return {
      version,
      _id: id,
      startsAt: startsAt.toISOString(),
      createdAt: createdAt.toISOString(),
      withdrawnAt: withdrawnAt?.toISOString() ?? null,
      state: stateOf(version),
    };
  });
}

function presentCoupon(
  row: Awaited<ReturnType<typeof listCouponPage>>["rows"][number],
  now: Date,
): DeskCoupon {
  return {
    _id: row.id,
    code: row.code,
    kind: row.kind === "percent" ? "percent" : "fixed",
    value: row.kind === "percent" ? row.value : rupeesFromPaise(row.value),
    // The command and the desk store only the names of existing plans.
    plans: row.planTypes,
    isLaunchOffer: row.isLaunchOffer,
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt?.toISOString() ?? null,
    stoppedAt: row.stoppedAt?.toISOString() ?? null,
    totalLimit: row.totalLimit,
    perUserLimit: row.perUserLimit,
    uses: row.uses,
    state: couponState(row, now),
  };
}

function couponState(
  { startsAt, endsAt, stoppedAt }: { startsAt: Date; endsAt: Date | null; stoppedAt: Date | null },
  now: Date,
): DeskCoupon["state"] {
  if (stoppedAt !== null && stoppedAt <= now) return "stopped";
  if (endsAt !== null && endsAt <= now) return "ended";
  return startsAt > now ? "coming" : "active";
}
