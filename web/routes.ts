import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

/** Pages for everybody: they load no cache for the server's answers. */
const pages = [
  index("domains/site/pages/home.tsx"),
  route("about", "domains/site/pages/about.tsx"),
  route("contact", "domains/site/pages/contact.tsx"),
  route("pricing", "domains/plans/pages/pricing.tsx"),
  route("privacy", "domains/site/pages/privacy.tsx"),
  route("terms", "domains/site/pages/terms.tsx"),
  route("*", "domains/site/pages/not-found.tsx"),
];

/** Screens that ask the server for something. Who may see which is decided by the dashboards' frames. */
const screens = [
  route("signup", "domains/accounts/pages/signup.tsx"),
  route("signin", "domains/accounts/pages/signin.tsx"),

  route("dashboard", "domains/accounts/pages/dashboard.tsx"),
  route("interviewee-dashboard", "domains/accounts/pages/interviewee-dashboard.tsx", [
    index("domains/accounts/pages/interviewee-index.tsx"),
    route("my-sessions", "domains/bookings/pages/my-sessions.tsx"),
    route("profile", "domains/accounts/pages/profile.tsx"),
    route("booking", "domains/bookings/pages/booking.tsx"),
    route("receipts/:id", "domains/payments/pages/receipt.tsx"),
    route("session-record/:id", "domains/meetings/pages/session-record.tsx", { id: "interviewee-record" }),
  ]),
  route("interviewer-dashboard", "domains/accounts/pages/interviewer-dashboard.tsx", [
    index("domains/accounts/pages/interviewer-index.tsx"),
    route("calendar", "domains/availability/pages/calendar.tsx"),
    route("calendar/weekly-hours", "domains/availability/pages/weekly-hours.tsx"),
    route("earnings", "domains/earnings/pages/earnings.tsx"),
    route("history", "domains/bookings/pages/history.tsx"),
    route("account", "domains/accounts/pages/interviewer-account.tsx"),
    route("session-record/:id", "domains/meetings/pages/session-record.tsx", { id: "interviewer-record" }),
  ]),

  route("room/:id", "domains/meetings/pages/room.tsx"),
  // Not in what is built.
  ...(process.env.NODE_ENV === "production" ? [] : [route("dev/ui", "domains/site/pages/dev-ui.tsx")]),
];

/** Every screen of the product (specification §2). */
export default [...pages, layout("domains/accounts/pages/with-answers.tsx", screens)] satisfies RouteConfig;
