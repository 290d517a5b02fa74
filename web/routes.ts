import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

/** Public pages, which do not load the query cache. */
const publicPages = [
  index("site/pages/home.tsx"),
  route("about", "site/pages/about.tsx"),
  route("contact", "site/contact/pages/contact.tsx"),
  route("mentors", "site/pages/mentors.tsx"),
  route("mentors/:slug", "site/pages/mentor.tsx"),
  route("interview-with-us", "people/interviewers/pages/interview-with-us.tsx"),
  route("pricing", "money/plans/pages/pricing.tsx"),
  route("privacy", "site/pages/privacy.tsx"),
  route("terms", "site/pages/terms.tsx"),
  route("*", "app/pages/not-found.tsx"),
];

/** Screens that load data from the server. The dashboards' layouts decide who may see which. */
const appScreens = [
  route("signup", "people/accounts/pages/sign-up.tsx"),
  route("signin", "people/accounts/pages/sign-in.tsx"),

  route("dashboard", "app/pages/dashboard.tsx"),
  route("interviewee-dashboard", "app/pages/interviewee-dashboard.tsx", [
    index("app/pages/dashboard-index.tsx", { id: "interviewee-index" }),
    route("my-sessions", "review/sessions/pages/my-sessions.tsx"),
    route("reports/:bookingId", "review/pages/report.tsx"),
    route("progress", "practice/pages/progress.tsx"),
    route("profile", "people/accounts/pages/profile.tsx"),
    route("booking", "schedule/bookings/pages/booking.tsx"),
    route("receipts/:id", "money/payments/pages/receipt.tsx"),
    route("proposed-time/:id", "schedule/bookings/pages/proposed-time.tsx", {
      id: "interviewee-proposed-time",
    }),
    route("session-record/:id", "room/pages/interview-record.tsx", {
      id: "interviewee-record",
    }),
  ]),
  route("interviewer-dashboard", "app/pages/interviewer-dashboard.tsx", [
    index("app/pages/dashboard-index.tsx", { id: "interviewer-index" }),
    route("calendar", "schedule/availability/pages/calendar.tsx"),
    route("calendar/weekly-hours", "schedule/availability/pages/weekly-hours.tsx"),
    route("earnings", "money/earnings/pages/earnings.tsx"),
    route("history", "review/sessions/pages/history.tsx"),
    route("proposed-time/:id", "schedule/bookings/pages/proposed-time.tsx", {
      id: "interviewer-proposed-time",
    }),
    route("questions", "room/pages/own-questions.tsx"),
    route("page", "people/interviewers/pages/own-page.tsx"),
    route("account", "people/accounts/pages/interviewer-account.tsx"),
    route("session-record/:id", "room/pages/interview-record.tsx", {
      id: "interviewer-record",
    }),
  ]),

  route("practice", "practice/pages/practice-layout.tsx", [
    index("practice/pages/practice-hub.tsx"),
    route("drills/:setId", "practice/pages/drill.tsx"),
    route("history", "practice/pages/practice-history.tsx"),
    route("answers/:id", "practice/pages/practice-answer.tsx"),
    route("reports/:id", "practice/pages/practice-report.tsx"),
  ]),
  route("practice/rounds/:id", "practice/pages/practice-round.tsx"),

  route("operator", "desk/pages/operator-layout.tsx", [
    index("desk/pages/today.tsx"),
    route("people", "desk/pages/people.tsx"),
    route("interviewers", "desk/pages/interviewers.tsx"),
    route("interviewers/applications/:id", "desk/pages/application.tsx"),
    route("people/:id", "desk/pages/person.tsx"),
    route("bookings", "desk/pages/bookings/bookings.tsx"),
    route("bookings/:id", "desk/pages/bookings/booking.tsx"),
    route("money", "desk/pages/money/money-layout.tsx", [
      index("desk/pages/money/payments.tsx"),
      route("payments/:id", "desk/pages/money/payment.tsx"),
      route("refunds", "desk/pages/money/refunds.tsx"),
      route("approvals", "desk/pages/money/approvals.tsx"),
      route("orders", "desk/pages/money/orders.tsx"),
      route("payouts", "desk/pages/money/payouts.tsx"),
      route("prices", "desk/pages/money/prices.tsx"),
      route("figures", "desk/pages/money/figures.tsx"),
      route("settlements", "desk/pages/money/settlements.tsx"),
      route("settlements/:id", "desk/pages/money/settlement.tsx"),
    ]),
    route("health", "desk/pages/health.tsx"),
    route("words", "desk/pages/site-texts.tsx"),
    route("audit", "desk/pages/audit.tsx"),
    route("security", "desk/pages/security.tsx"),
    route("*", "desk/pages/desk-not-found.tsx"),
  ]),

  route("interviewer-invitation", "people/interviewers/pages/interviewer-invitation.tsx"),
  route("see-as", "desk/pages/see-as.tsx"),
  route("room/:id", "room/pages/room.tsx"),
  route("session-record/:id", "room/pages/open-record.tsx"),
];

/** Every screen of the product (requirements §2). */
export default [...publicPages, layout("app/pages/query-layout.tsx", appScreens)] satisfies RouteConfig;
