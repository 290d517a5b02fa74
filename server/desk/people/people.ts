import type { listPeople, OperatorPerson } from "@greenroom/contract/desk/people.ts";
import * as people from "@greenroom/contract/desk/people.ts";
import { type EndpointRequest, idSchema } from "@greenroom/contract/kernel/endpoint.ts";
import { type Paise, rupeesFromPaise } from "@greenroom/contract/kernel/money.ts";
import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import type { FastifyInstance } from "fastify";
import type { Actor } from "../../kernel/actor.ts";
import type { Database } from "../../kernel/db/database.ts";
import { orderBy, readPage } from "../../kernel/db/read-lists.ts";
import type { Deps } from "../../kernel/deps.ts";
import { escapeLike } from "../../kernel/escape.ts";
import { bind, sendPage } from "../../kernel/http/bind.ts";
import { readerSignal, sendBytes } from "../../kernel/http/uploads-and-downloads.ts";
import { findRefusal } from "../../kernel/mail/deliveries.ts";
import { countGranted } from "../../money/credits/credits.ts";
import { findBuyers, sumPayments } from "../../money/payments/purchases.ts";
import { findDueOf, sumPaidOut } from "../../money/payouts/payouts.ts";
import { findBalance } from "../../people/accounts/profile.ts";
import { countSignIns, operatorAccess } from "../../people/accounts/sign-in.ts";
import { downloadData } from "../../people/privacy/download-data.ts";
import { summarizeRatings } from "../../review/ratings.ts";
import { findBooking } from "../../schedule/bookings/find-booking.ts";
import { findQuality } from "../interviewers/interviewers.ts";
import { getDeskMentorPage } from "../interviewers/mentor-actions.ts";
import { bindList, recordDataView } from "../list.ts";
import { openSeeAs, startSeeAs } from "../see-as/see-as.ts";
import { getAccount, hasWords } from "./find-people.ts";
import { getTimeline } from "./timeline.ts";

/** People at the operator's desk: search, a page for each person, and the actions on a person. */
export function registerPeopleRoutes(app: FastifyInstance, deps: Deps): void {
  bindList(app, deps, people.listPeople, {
    read: (call) => searchPeople(deps, call.actor, call.query),
    present: (row) => ({
      _id: row.id,
      name: fullName(row),
      email: row.email,
      role: row.role,
      isOperator: row.isOperator,
      isBlocked: row.blockedAt !== null,
      sessionsLeft: row.balance ?? 0,
      joinedAt: row.createdAt.toISOString(),
    }),
  });
  bind(app, deps, people.getPerson, ({ actor, params }) => getPerson(deps, actor, params.id));
  bind(app, deps, people.getTimeline, async (call) => {
    const { actor, params, query } = call;
    const { id: userId, email } = await getAccount(deps.database, params.id);
    const page = await getTimeline(deps.database, { userId, email }, query);
    await recordDataView(deps, actor, "timeline-viewed", `user:${userId}`, { kind: query.kind });
    return sendPage(call, page);
  });
  bind(app, deps, people.exportPersonData, async ({ actor, params, reply }) => {
    const { id: userId } = await getAccount(deps.database, params.id);
    await recordDataView(deps, actor, "data-exported", `user:${userId}`);
    const content = await downloadData(deps, { userId }, readerSignal(reply));
    return sendBytes(reply, { content, contentType: "application/zip", fileName: "personal-data.zip" });
  });
  bind(app, deps, people.startSeeAs, ({ actor, params, body }) =>
    startSeeAs(deps, actor, { userId: params.id, reason: body.reason }),
  );
  bind(app, deps, people.openSeeAs, ({ actor, body }) => openSeeAs(deps, actor, body.code));
}

type Query = EndpointRequest<typeof listPeople>["query"];

/**
 * A page of the people who match, the newest account first. Each page is audited, without the text of the
 * search.
 */
async function searchPeople(deps: Deps, actor: Actor, query: Query) {
  const { q = "", role, blocked, operator, sort = "joined.desc", limit, after } = query;
  const ids = (await findIds(deps, q)) ?? (await findIdsByAddress(deps, q));
  let select = deps.database
    .selectFrom("users")
    .leftJoin("creditAccounts as account", "account.userId", "users.id")
    .select(["users.id", "users.email", "users.firstName", "users.lastName", "users.role"])
    .select(["users.isOperator", "users.blockedAt", "users.createdAt", "account.balance"])
    .where("users.deletedAt", "is", null);
  if (ids !== null) select = select.where("users.id", "in", ids);
  else select = select.where(hasWords(q));
  if (role !== undefined) select = select.where("users.role", "=", role);
  if (blocked !== undefined)
    select = select.where("users.blockedAt", blocked === "true" ? "is not" : "is", null);
  if (operator !== undefined) select = select.where("users.isOperator", "=", operator === "true");
  const direction = sort === "joined.desc" ? "desc" : "asc";
  const order = orderBy(direction, ["instant", "users.createdAt"], ["id", "users.id"]);
  const page = await readPage(select, order, { limit: limit ?? 50, after });
  const details = { ...(q === "" ? {} : { characters: q.length }), role, blocked, operator };
  await recordDataView(deps, actor, "people-searched", "everybody", details);
  return page;
}

/** The people that the id of a payment, a booking or a person refers to; null if the text is no such id. */
async function findIds(deps: Deps, text: string): Promise<string[] | null> {
  if (text === "" || /\s|@/.test(text)) return null;
  const payers = await findBuyers(deps, text);
  const id = idSchema.safeParse(text);
  if (!id.success) return payers.length > 0 ? payers : null;
  const booking = await findBooking(deps.database, id.data);
  return [id.data, ...payers, ...(booking === null ? [] : [booking.intervieweeId, booking.interviewerId])];
}

/** An address that is typed from its start is found by the index on addresses, whose cost does not grow with people. */
const maxByAddress = 20;

/**
 * The people whose address begins with the text; null if the text is no beginning of an address, nobody has such an
 * address, or too many have one. The text is then looked for in names and the middle of addresses, too.
 */
async function findIdsByAddress({ database }: Deps, text: string): Promise<string[] | null> {
  if (!/^[^\s@]+@[^\s@]*$/.test(text)) return null;
  const rows = await database
    .selectFrom("users")
    .select("id")
    .where("email", "like", `${escapeLike(text.toLowerCase())}%`)
    .limit(maxByAddress + 1)
    .execute();
  return rows.length === 0 || rows.length > maxByAddress ? null : rows.map(({ id }) => id);
}

/** One person with their figures. Reading them is audited. Throws `not_found`. */
async function getPerson(deps: Deps, actor: Actor, userId: string): Promise<OperatorPerson> {
  const { database } = deps;
  const now = deps.clock.now();
  const user = await getAccount(database, userId);
  const [{ paidPaise, refundedPaise }, sessionsLeft, sessionsGranted, ratings, signIns, refusal, due] =
    await Promise.all([
      sumPayments(database, userId),
      findBalance(database, userId),
      countGranted(database, userId),
      summarizeRatings(database, userId, user.role === "interviewer" ? "interviewer" : "interviewee"),
      countSignIns(database, userId, now),
      findRefusal(database, user.email),
      findDueOf(database, userId),
    ]);
  await recordDataView(deps, actor, "person-viewed", `user:${userId}`);
  const operator = operatorAccess({ ...user, openedAt: null, confirmedAt: null });
  return {
    _id: user.id,
    name: fullName(user),
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    mobileNumber: user.mobileNumber,
    timeZone: user.timeZone,
    role: user.role,
    isOperator: user.isOperator,
    operatorLevel: operator?.level ?? null,
    isBlocked: user.blockedAt !== null,
    isDeleted: user.deletedAt !== null,
    joinedAt: user.createdAt.toISOString(),
    paidRupees: rupeesFromPaise(paidPaise),
    refundedRupees: rupeesFromPaise(refundedPaise),
    sessionsLeft,
    sessionsGranted,
    interviewing: user.role === "interviewer" ? await getInterviewing(database, userId, due.duePaise) : null,
    mentorPage: user.role === "interviewer" ? await getDeskMentorPage(database, userId) : null,
    dueRupees: rupeesFromPaise(due.duePaise),
    deductedRupees: rupeesFromPaise(due.deductedPaise),
    rating: ratings.average,
    ratings: ratings.count,
    signIns,
    mailRefusal: refusal === null ? null : { reply: refusal.reply, lastAt: refusal.lastAt.toISOString() },
  };
}

async function getInterviewing(database: Database, userId: string, duePaise: Paise) {
  const [paidOutPaise, { completed, punctuality }] = await Promise.all([
    sumPaidOut(database, userId),
    findQuality(database, userId),
  ]);
  return {
    earnedRupees: rupeesFromPaise(paidOutPaise + duePaise),
    paidOutRupees: rupeesFromPaise(paidOutPaise),
    completed,
    punctuality,
  };
}
