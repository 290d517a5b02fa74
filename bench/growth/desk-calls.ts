import { storeDays } from "../../server/domains/operator/figures/store-days.ts";
import { generatedId, measuredInterviewee, measuredInterviewer } from "./data-size.ts";
import { listFilterCalls } from "./filter-calls.ts";
import { call, type Measured, storingDays } from "./measured.ts";

/** A name that everybody has, an address, and a number that everybody has: the searches with the most to sort. */
const person = { name: "Person", email: "interviewee50@", mobile: "+91" };

/** The longest time that an operator waits for a search among 10,000 people. */
const searchLimit = 150;

const desk = (name: string, path: string): Measured => ({
  ...call(name, "operator", () => `/api/operator/${path}`),
  hasP95: true,
});
const search = (name: string, value: string): Measured => ({
  ...desk(name, `people?${new URLSearchParams({ q: value })}`),
  p95Limit: searchLimit,
});
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString();
const dates = (from: number, to: number) => `from=${day(from).slice(0, 10)}&to=${day(to).slice(0, 10)}`;

/** The last seven days. */
const firstDay = day(-7).slice(0, 10);
const timeZone = "Asia/Kolkata";
const week = (filter: { person?: string }) =>
  `bookings/week?${new URLSearchParams({ firstDay, timeZone, ...filter })}`;

const filterCalls = await listFilterCalls();

/** The calls of an operator's normal day, and its lists by each value of their filters. */
export function listDeskCalls(): Measured[] {
  const interviewee = generatedId("interviewee", measuredInterviewee);
  const interviewer = generatedId("interviewer", measuredInterviewer);
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
    desk("people, newest", "people"),
    search("people by name", person.name),
    search("people by address", person.email),
    search("people by number", person.mobile),
    search("people by a text that nobody has", "zzqqxx"),
    search("people by payment", generatedId("payment", 200)),
    search("people by booking", generatedId("booking", 500)),
    desk("an interviewee", `people/${interviewee}`),
    desk("an interviewer", `people/${interviewer}`),
    desk("an interviewee's timeline", `people/${interviewee}/timeline`),
    desk("an interviewer's timeline", `people/${interviewer}/timeline`),
    desk("Today", "today"),
    desk("bookings", "bookings"),
    desk("bookings of a person", `bookings?${new URLSearchParams({ person: person.email })}`),
    desk("bookings of a week", week({})),
    desk("bookings of a person's week", week({ person: person.email })),
    desk("a booking", `bookings/${generatedId("booking", 500)}`),
    desk("no-show disputes", "no-shows"),
    desk("payments", "payments"),
    desk("payments of a person", `payments?${new URLSearchParams({ person: person.email })}`),
    desk("a payment", `payments/${generatedId("payment", 200)}`),
    desk("unsent refunds", "refunds"),
    desk("unpaid orders", "orders"),
    desk("payouts due", "payouts/due"),
    desk("payouts paid", "payouts"),
    desk("coupons", "coupons"),
    desk("prices", "prices"),
    desk("figures of a month", `figures?by=day&${dates(-30, 0)}`),
    desk("figures of a year", `figures?by=month&${dates(-365, 0)}`),
    desk("figures of interviewers", `figures/interviewers?${dates(-30, 0)}`),
    desk("figures of cohorts", "figures/cohorts"),
    desk("interviewers' quality", "interviewers"),
    desk("audit log", "audit"),
    desk("audit log by who did it", `audit?${new URLSearchParams({ doneBy: person.email })}`),
    desk("audit log by whom it is about", `audit?${new URLSearchParams({ about: "Person Number 1234" })}`),
    desk("health", "health"),
    ...filterCalls,
  ];
}
