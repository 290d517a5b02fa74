import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

/** Public pages, which do not load the query cache. */
const publicPages = [
  index("domains/site/pages/home.tsx"),
  route("about", "domains/site/pages/about.tsx"),
  route("contact", "domains/contact/pages/contact.tsx"),
  route("interview-with-us", "domains/interviewers/pages/interview-with-us.tsx"),
  route("pricing", "domains/plans/pages/pricing.tsx"),
  route("privacy", "domains/site/pages/privacy.tsx"),
  route("terms", "domains/site/pages/terms.tsx"),
  route("*", "app/pages/not-found.tsx"),
];

/** Screens that load data from the server. The dashboards' layouts decide who may see which. */
const appScreens = [
  route("signup", "domains/accounts/pages/sign-up.tsx"),
  route("signin", "domains/accounts/pages/sign-in.tsx"),

  route("dashboard", "app/pages/dashboard.tsx"),
  route("interviewee-dashboard", "app/pages/interviewee-dashboard.tsx", [
    index("app/pages/interviewee-index.tsx"),
    route("my-sessions", "domains/bookings/pages/my-sessions.tsx"),
    route("reports/:bookingId", "domains/reports/pages/report.tsx"),
    route("progress", "domains/reports/pages/progress.tsx"),
    route("profile", "domains/accounts/pages/profile.tsx"),
    route("booking", "domains/bookings/pages/booking.tsx"),
    route("receipts/:id", "domains/payments/pages/receipt.tsx"),
    route("proposed-time/:id", "domains/bookings/pages/proposed-time.tsx", {
      id: "interviewee-proposed-time",
    }),
    route("session-record/:id", "domains/interview-records/pages/interview-record.tsx", {
      id: "interviewee-record",
    }),
  ]),
  route("interviewer-dashboard", "app/pages/interviewer-dashboard.tsx", [
    index("app/pages/interviewer-index.tsx"),
    route("calendar", "domains/availability/pages/calendar.tsx"),
    route("calendar/weekly-hours", "domains/availability/pages/weekly-hours.tsx"),
    route("earnings", "domains/earnings/pages/earnings.tsx"),
    route("history", "domains/bookings/pages/history.tsx"),
    route("proposed-time/:id", "domains/bookings/pages/proposed-time.tsx", {
      id: "interviewer-proposed-time",
    }),
    route("questions", "domains/questions/pages/own-questions.tsx"),
    route("account", "domains/accounts/pages/interviewer-account.tsx"),
    route("session-record/:id", "domains/interview-records/pages/interview-record.tsx", {
      id: "interviewer-record",
    }),
  ]),

  route("practice", "domains/practice/pages/practice-layout.tsx", [
    index("domains/practice/pages/practice-hub.tsx"),
    route("drills/:setId", "domains/drills/pages/drill.tsx"),
    route("history", "domains/practice/pages/practice-history.tsx"),
    route("answers/:id", "domains/practice/pages/practice-answer.tsx"),
    route("reports/:id", "domains/practice/pages/practice-report.tsx"),
  ]),
  route("practice/rounds/:id", "domains/practice/pages/practice-round.tsx"),

  route("operator", "domains/operator/pages/operator-layout.tsx", [
    index("domains/operator/pages/today.tsx"),
    route("people", "domains/operator/pages/people.tsx"),
    route("interviewers", "domains/operator/pages/interviewers.tsx"),
    route("interviewers/applications/:id", "domains/operator/pages/application.tsx"),
    route("people/:id", "domains/operator/pages/person.tsx"),
    route("bookings", "domains/operator/pages/bookings/bookings.tsx"),
    route("bookings/:id", "domains/operator/pages/bookings/booking.tsx"),
    route("money", "domains/operator/pages/money/money-layout.tsx", [
      index("domains/operator/pages/money/payments.tsx"),
      route("payments/:id", "domains/operator/pages/money/payment.tsx"),
      route("refunds", "domains/operator/pages/money/refunds.tsx"),
      route("approvals", "domains/operator/pages/money/approvals.tsx"),
      route("orders", "domains/operator/pages/money/orders.tsx"),
      route("payouts", "domains/operator/pages/money/payouts.tsx"),
      route("prices", "domains/operator/pages/money/prices.tsx"),
      route("figures", "domains/operator/pages/money/figures.tsx"),
      route("settlements", "domains/operator/pages/money/settlements.tsx"),
      route("settlements/:id", "domains/operator/pages/money/settlement.tsx"),
    ]),
    route("health", "domains/operator/pages/health.tsx"),
    route("words", "domains/operator/pages/site-texts.tsx"),
    route("audit", "domains/operator/pages/audit.tsx"),
    route("security", "domains/operator/pages/security.tsx"),
    route("*", "domains/operator/pages/desk-not-found.tsx"),
  ]),

  route("interviewer-invitation", "domains/interviewers/pages/interviewer-invitation.tsx"),
  route("see-as", "domains/operator/pages/see-as.tsx"),
  route("room/:id", "domains/rooms/pages/room.tsx"),
  route("session-record/:id", "domains/interview-records/pages/open-record.tsx"),
  // Left out of production builds.
  ...(process.env.NODE_ENV === "production"
    ? []
    : [route("dev/ui", "domains/ui-gallery/pages/ui-gallery.tsx")]),
];

/** Every screen of the product (requirements §2). */
export default [...publicPages, layout("app/pages/query-layout.tsx", appScreens)] satisfies RouteConfig;
