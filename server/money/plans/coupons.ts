import { maxCountedUses } from "@greenroom/contract/desk/money/prices.ts";
import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import { formatRupees, type Paise, rupeesFromPaise } from "@greenroom/contract/kernel/money.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { type PlanType, planTypes } from "@greenroom/contract/money/plans.ts";
import { sql } from "kysely";
import { type Approved, type AuditActor, auditReason, recordAudit } from "../../kernel/audit.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { orderBy, readPage } from "../../kernel/db/read-lists.ts";
import { lockSubjects } from "../../kernel/db/transaction.ts";
import { AppError, conflict, invalidField } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { selectPlans } from "./pricing.ts";
import { type Coupon, calculateCouponPrice, minPricePaise } from "./rules.ts";

const newestFirst = orderBy("desc", ["instant", "coupon.createdAt"], ["id", "coupon.id"]);

/** A page of coupons, newest first, each with its uses, counted up to a limit. */
export function listCouponPage(database: Database, page: PageQuery) {
  const query = database
    .selectFrom("coupons as coupon")
    .selectAll("coupon")
    .select(
      sql<number>`(select count(*)::int from (
        select from quotes join orders on orders.quote_id = quotes.id
          join payments on payments.order_id = orders.id and payments.status = 'captured'
          where quotes.coupon_id = coupon.id limit ${maxCountedUses}) counted)`.as("uses"),
    );
  return readPage(query, newestFirst, page);
}

/** Whether there is a coupon with this code, active or not. */
export async function hasCoupon(tx: Tx, code: string): Promise<boolean> {
  const row = await tx.selectFrom("coupons").select("id").where("code", "=", code).executeTakeFirst();
  return row !== undefined;
}

type NewCoupon = Pick<
  Coupon,
  "code" | "kind" | "value" | "planTypes" | "endsAt" | "totalLimit" | "perUserLimit"
>;

interface CouponCreation {
  coupon: NewCoupon;
  actor: AuditActor;
  reason: string;
  /** Set if a second owner approved it. Its maker can use it then. */
  approved?: Approved | undefined;
  now: Date;
}

/** Creates a coupon that is valid from now on, and returns its id. Throws `conflict` if its code exists. */
export async function createCouponInTransaction(
  tx: Tx,
  { coupon, actor, reason, approved, now }: CouponCreation,
): Promise<string> {
  await checkDiscount(tx, coupon, now);
  const makers = typeof actor === "object" && approved === undefined ? [actor.userId] : [];
  const approvedBy = approved?.approvedBy ?? null;
  const id = newId();
  const inserted = await tx
    .insertInto("coupons")
    .values({ id, ...coupon, startsAt: now, makers, approvedBy, createdAt: now })
    .onConflict((conflict) => conflict.column("code").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (inserted === undefined) throw couponExistsError(coupon.code);
  const details = { ...coupon, ...auditReason(reason, approved) };
  await recordAudit(tx, { actor, action: "coupon.made", subject: `coupon:${id}`, details, now });
  return id;
}

export const couponExistsError = (code: string) =>
  new AppError("conflict", {
    msg: `There is a coupon ${code} already.`,
    details: [{ path: "code", msg: `There is a coupon ${code} already.` }],
  });

interface CouponStop {
  code: string;
  actor: AuditActor;
  reason: string;
  now: Date;
}

/** Stops a coupon; orders that hold it are honored. Throws `not_found` if no coupon with this code is active. */
export async function stopCouponInTransaction(
  tx: Tx,
  { code, actor, reason, now }: CouponStop,
): Promise<void> {
  const stopped = await tx
    .updateTable("coupons")
    .set({ stoppedAt: now })
    .where("code", "=", code)
    .where("stoppedAt", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (stopped === undefined) throw new AppError("not_found", { msg: `No coupon ${code} is running.` });
  const subject = `coupon:${stopped.id}`;
  await recordAudit(tx, { actor, action: "coupon.stopped", subject, details: { code, reason }, now });
}

/** A coupon, locked until the transaction ends; null if it does not exist. */
export async function lockCoupon(tx: Tx, id: string): Promise<Coupon | null> {
  const row = await tx
    .selectFrom("coupons")
    .selectAll()
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Checks that a stopped coupon can be used again now. Throws `conflict` for a coupon that is not stopped or has ended,
 * and for a launch offer beside another one; `invalid_input` when the prices since leave no room for its discount.
 */
export async function checkResumable(tx: Tx, coupon: Coupon, now: Date): Promise<void> {
  if (coupon.stoppedAt === null) throw conflict(`The coupon ${coupon.code} is not stopped.`);
  if (coupon.endsAt !== null && coupon.endsAt <= now)
    throw conflict(`The coupon ${coupon.code} has ended. Make a new one.`);
  if (coupon.isLaunchOffer && (await hasOtherLaunchOffer(tx, coupon.id)))
    throw conflict("Another launch offer is running. Stop that one first.");
  await checkDiscount(tx, coupon, now);
}

/** Makes a stopped coupon, locked by the caller, usable again. Throws as `checkResumable` does. */
export async function resumeCouponInTransaction(
  tx: Tx,
  { coupon, actor, reason, now }: { coupon: Coupon; actor: AuditActor; reason: string; now: Date },
): Promise<void> {
  await checkResumable(tx, coupon, now);
  // Everybody gets the launch offer, also who resumed it.
  const isMine = typeof actor === "object" && !coupon.isLaunchOffer && !coupon.makers.includes(actor.userId);
  const makers = isMine ? [...coupon.makers, actor.userId] : coupon.makers;
  await tx.updateTable("coupons").set({ stoppedAt: null, makers }).where("id", "=", coupon.id).execute();
  const details = { code: coupon.code, reason };
  await recordAudit(tx, { actor, action: "coupon.resumed", subject: `coupon:${coupon.id}`, details, now });
}

/** The coupon of a kind that takes most off a plan and can be used after this instant; null without one. */
async function findLargestCoupon(
  tx: Tx,
  { kind, planType, usableAfter }: { kind: Coupon["kind"]; planType: PlanType; usableAfter: Date },
): Promise<Pick<Coupon, "code" | "kind" | "value"> | null> {
  const row = await tx
    .selectFrom("coupons")
    .select(["code", "kind", "value"])
    .where("kind", "=", kind)
    .where("stoppedAt", "is", null)
    .where((eb) => eb.or([eb("endsAt", "is", null), eb("endsAt", ">", usableAfter)]))
    .where((eb) => eb.or([eb("planTypes", "is", null), sql<boolean>`${planType} = any(plan_types)`]))
    .orderBy("value", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Whether a launch offer is running besides this coupon. */
async function hasOtherLaunchOffer(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom("coupons")
    .select("id")
    .where("isLaunchOffer", "=", true)
    .where("stoppedAt", "is", null)
    .where("id", "<>", id)
    .executeTakeFirst();
  return row !== undefined;
}

/** The lowest list price of each plan among the versions that have not started. */
async function selectLowestComingPrices(tx: Tx, now: Date): Promise<Map<string, Paise>> {
  const rows = await tx
    .selectFrom("planPrices")
    .select((eb) => ["planType", eb.fn.min("listPricePaise").as("lowest")])
    .where("withdrawnAt", "is", null)
    .where("startsAt", ">", now)
    .groupBy("planType")
    .execute();
  return new Map(rows.map(({ planType, lowest }) => [planType, lowest]));
}

/* A fixed discount must leave at least the lowest price that we sell at. Otherwise everybody with the coupon would pay
   that lowest price, and the interviewer's share would be computed from it. */

const rupees = (paise: Paise) => formatRupees(rupeesFromPaise(paise));

/** Locks list prices until the transaction ends, so that a coupon and a price cannot change at the same time. */
export async function lockPlanPrices(tx: Tx, types: readonly PlanType[] = planTypes): Promise<void> {
  await lockSubjects(
    tx,
    types.map((planType) => `plan-price:${planType}`),
  );
}

/** Throws `invalid_input` for a percentage above 100, or a discount larger than a list price, now or planned, can lose. */
export async function checkDiscount(
  tx: Tx,
  { kind, value, planTypes: plans }: Pick<NewCoupon, "kind" | "value" | "planTypes">,
  now: Date,
): Promise<void> {
  if (kind === "percent") {
    if (value > 100) throw invalidField("value", "A percentage is at most 100.");
    return;
  }
  await lockPlanPrices(tx);
  const coming = await selectLowestComingPrices(tx, now);
  const lowest = (await selectPlans(tx, now)).map(({ planType, listPricePaise }) => {
    const planned = coming.get(planType);
    return planned !== undefined && planned < listPricePaise
      ? { planType, listPricePaise: planned, verb: "will be" }
      : { planType, listPricePaise, verb: "is" };
  });
  const cheap = lowest.find(
    ({ planType, listPricePaise }) =>
      (plans?.includes(planType) ?? true) && listPricePaise - value < minPricePaise,
  );
  if (cheap === undefined) return;
  const { planType, listPricePaise, verb } = cheap;
  throw invalidField(
    "value",
    `${rupees(value)} off is more than ${planType} can lose: its list price ${verb} ${rupees(listPricePaise)}, and a price is at least ${rupees(minPricePaise)}. Choose less, or other plans.`,
  );
}

/** Throws `invalid_input` for a list price that is too low for a coupon that can be used at or after its start. */
export async function checkPriceForCoupons(
  tx: Tx,
  { planType, listPricePaise, startsAt }: { planType: PlanType; listPricePaise: Paise; startsAt: Date },
): Promise<void> {
  const coupon = await findLargestCoupon(tx, { kind: "fixed", planType, usableAfter: startsAt });
  if (coupon === null || listPricePaise - coupon.value >= minPricePaise) return;
  throw invalidField(
    "listPrice",
    `The coupon ${coupon.code} takes ${rupees(coupon.value)} off ${planType}, which leaves less than ${rupees(minPricePaise)}. Choose at least ${rupees(coupon.value + minPricePaise)}, or stop the coupon first.`,
  );
}

/*
 * One owner alone sells nothing below a share of the list price. The measure is the list price of thirty days ago, so that
 * a price cannot be lowered step by step, nor raised only to leave room for a large coupon.
 */
const measureDays = 30;

type LowPrice = { planType: PlanType; pricePaise: Paise; floorPaise: Paise };

/** "Basic would cost ₹7, and one owner alone can go down to ₹199." */
export const explainLowPrice = ({ planType, pricePaise, floorPaise }: LowPrice): string =>
  `${planType} would cost ${rupees(pricePaise)}, and one owner alone can go down to ${rupees(floorPaise)}`;

async function readPriceFloors(tx: Tx, sharePercent: number, now: Date): Promise<Map<PlanType, Paise>> {
  const measure = await selectPlans(tx, addMinutes(now, -60 * 24 * measureDays));
  return new Map(
    measure.map(({ planType, listPricePaise }) => [
      planType,
      calculateCouponPrice(listPricePaise, { kind: "percent", value: 100 - sharePercent }),
    ]),
  );
}

interface FloorQuery {
  sharePercent: number;
  now: Date;
}

/** The first plan that a coupon brings below its floor, at the list price of now or a planned one; null without one. */
export async function findPriceBelowFloor(
  tx: Tx,
  coupon: Pick<Coupon, "kind" | "value" | "planTypes">,
  { sharePercent, now }: FloorQuery,
): Promise<LowPrice | null> {
  await lockPlanPrices(tx);
  const floors = await readPriceFloors(tx, sharePercent, now);
  const coming = await selectLowestComingPrices(tx, now);
  for (const { planType, listPricePaise } of await selectPlans(tx, now)) {
    if (coupon.planTypes !== null && !coupon.planTypes.includes(planType)) continue;
    const lowest = Math.min(listPricePaise, coming.get(planType) ?? listPricePaise);
    const pricePaise = calculateCouponPrice(lowest, coupon);
    const floorPaise = floors.get(planType) ?? 0;
    if (pricePaise < floorPaise) return { planType, pricePaise, floorPaise };
  }
  return null;
}

/** The same for a list price that is lower than before, with the coupons that can be used at or after its start. */
export async function findListPriceBelowFloor(
  tx: Tx,
  { planType, before, after, startsAt }: { planType: PlanType; before: Paise; after: Paise; startsAt: Date },
  { sharePercent, now }: FloorQuery,
): Promise<LowPrice | null> {
  if (after >= before) return null;
  const floorPaise = (await readPriceFloors(tx, sharePercent, now)).get(planType) ?? 0;
  let pricePaise = after;
  for (const kind of ["percent", "fixed"] as const) {
    const coupon = await findLargestCoupon(tx, { kind, planType, usableAfter: startsAt });
    if (coupon !== null) pricePaise = Math.min(pricePaise, calculateCouponPrice(after, coupon));
  }
  return pricePaise < floorPaise ? { planType, pricePaise, floorPaise } : null;
}
