import { maxDayBookings } from "@greenroom/contract/operator/bookings/week.ts";
import { storeDays } from "../../server/domains/operator/figures/store-days.ts";
import { getWorkCounts } from "../../server/domains/operator/today/get-today.ts";
import { generatedId } from "./data-size.ts";
import { call, countBy, earningsDue, type Measured, rowsOfAnswer, storingDays } from "./measured.ts";

/** A name that everybody has, an address, and a number that everybody has: the searches with the most to sort. */
const person = { name: "Person", email: "interviewee50@", mobile: "+91" };

/** The longest time that an operator waits for a search among 10,000 people. */
const searchLimit = 150;

const desk = (name: string, path: string): Measured => ({
  ...call(name, "operator", () => `/api/operator/${path}`),
  hasP95: true,
});
/** A page of a list. Short histories do not fill it, so it is compared by its rows, and in pages with as many rows. */
const list = (name: string, path: string): Measured => ({
  ...desk(name, path),
  work: rowsOfAnswer,
  inPagesOf: (rows) =>
    desk(`  in pages of ${rows} rows`, `${path}${path.includes("?") ? "&" : "?"}limit=${rows}`),
});
const search = (name: string, value: string): Measured => ({
  ...desk(name, `people?${new URLSearchParams({ q: value })}`),
  p95Limit: searchLimit,
});
/** Today finds and counts these, up to 200 of each kind, and shows 25 of each. */
const waitingLines: NonNullable<Measured["work"]> = {
  unit: "waiting line",
  async count({ deps }) {
    const counts = await getWorkCounts(deps);
    return Object.values(counts).reduce((sum, count) => sum + count, 0);
  },
};
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString();
const dates = (from: number, to: number) => `from=${day(from).slice(0, 10)}&to=${day(to).slice(0, 10)}`;

/** The last seven days. Each day shows at most 20 bookings, which a short history does not fill. */
const firstDay = day(-7).slice(0, 10);
const timeZone = "Asia/Kolkata";
const week = (filter: { person?: string }) =>
  `bookings/week?${new URLSearchParams({ firstDay, timeZone, ...filter })}`;
const shownOfWeek = countBy(
  "booking that is shown",
  `select coalesce(sum(least(count, ${maxDayBookings})), 0)::int as count from (
    select count(*) from bookings
    where starts_at >= '${firstDay}'::timestamp at time zone '${timeZone}'
      and starts_at < ('${firstDay}'::timestamp + interval '7 days') at time zone '${timeZone}'
    group by (starts_at at time zone '${timeZone}')::date) days`,
);

/** The calls of an operator's normal day. */
export function listDeskCalls(): Measured[] {
  const interviewee = generatedId("interviewee", 50);
  const interviewer = generatedId("interviewer", 0);
  return [
    {
      group: "jobs",
      name: "closing the days of the figures",
      async run({ deps }) {
        await storeDays(deps);
        return null;
      },
      ...storingDays,
    },
    list("people, newest", "people"),
    search("people by name", person.name),
    search("people by address", person.email),
    search("people by number", person.mobile),
    search("people by a text that nobody has", "zzqqxx"),
    search("people by payment", generatedId("payment", 200)),
    search("people by booking", generatedId("booking", 500)),
    desk("an interviewee", `people/${interviewee}`),
    desk("an interviewer", `people/${interviewer}`),
    list("an interviewee's timeline", `people/${interviewee}/timeline`),
    list("an interviewer's timeline", `people/${interviewer}/timeline`),
    { ...desk("Today", "today"), work: waitingLines },
    list("bookings", "bookings"),
    list("bookings of a person", `bookings?${new URLSearchParams({ person: person.email })}`),
    { ...desk("bookings of a week", week({})), work: shownOfWeek },
    desk("bookings of a person's week", week({ person: person.email })),
    list("bookings, canceled", "bookings?status=cancelled"),
    desk("a booking", `bookings/${generatedId("booking", 500)}`),
    list("no-show disputes", "no-shows"),
    list("payments", "payments"),
    list("payments of a person", `payments?${new URLSearchParams({ person: person.email })}`),
    list("payments, refunded", "payments?state=refunded"),
    list("payments, not refunded", "payments?state=captured"),
    desk("a payment", `payments/${generatedId("payment", 200)}`),
    list("waiting refunds", "refunds"),
    list("unpaid orders", "orders"),
    // A page is one of sums over everything that is due.
    { ...desk("payouts due", "payouts/due"), work: countBy("earning that is due", earningsDue) },
    list("payouts paid", "payouts"),
    list("coupons", "coupons"),
    desk("prices", "prices"),
    desk("figures of a month", `figures?by=day&${dates(-30, 0)}`),
    desk("figures of a year", `figures?by=month&${dates(-365, 0)}`),
    list("figures of interviewers", `figures/interviewers?${dates(-30, 0)}`),
    desk("figures of cohorts", "figures/cohorts"),
    list("interviewers' quality", "interviewers"),
    list("audit log", "audit"),
    list("audit log by who did it", `audit?${new URLSearchParams({ doneBy: person.email })}`),
    list("audit log by whom it is about", `audit?${new URLSearchParams({ about: "Person Number 1234" })}`),
    desk("health", "health"),
  ];
}
