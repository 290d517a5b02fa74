/** The import rules that docs/architecture.md describes. */
const domain = "^server/domains/([^/]+)/";

/**
 * The areas of the server, in the order in which they build on each other. An area imports itself and those named
 * after it; `kernel` is everything of the server outside the areas and the composition root.
 */
const areas = {
  people: { domains: ["accounts", "resumes", "interviewers", "privacy", "files"], above: [] },
  money: { domains: ["plans", "payments", "credits", "earnings", "payouts"], above: ["people"] },
  schedule: {
    domains: ["availability", "bookings", "meetings", "calendar-feed"],
    above: ["people", "money"],
  },
  room: {
    domains: ["rooms", "code-pads", "whiteboards", "room-questions", "questions"],
    above: ["people", "money", "schedule"],
  },
  review: { domains: ["feedback", "reports"], above: ["people", "money", "schedule", "room"] },
  practice: { domains: ["drills", "practice"], above: ["people", "money", "schedule", "room", "review"] },
  site: { domains: ["site", "contact"], above: ["people", "money"] },
  desk: {
    domains: ["operator"],
    above: ["people", "money", "schedule", "room", "review", "practice", "site"],
  },
};
const pathOf = (names) => `^server/domains/(${names.flatMap((name) => areas[name].domains).join("|")})/`;
const tests = "(\\.test|\\.testing)\\.ts$|^server/testing/";
const root =
  "^server/(app|areas|authorize|create-deps|main|operator|welcome|job-handlers)\\.ts$|^server/(demo|doctor|testing)/|^server/workers/(tasks|worker)\\.ts$";

const areaRules = [
  ...Object.entries(areas).map(([name, { above }]) => ({
    name: `${name}-imports-only-the-areas-below-it`,
    severity: "error",
    from: { path: pathOf([name]), pathNot: tests },
    to: {
      path: `^server/domains/|${root}`,
      pathNot: `${pathOf([name, ...above])}|${tests}`,
    },
  })),
  {
    name: "the-kernel-imports-no-area",
    severity: "error",
    from: { path: "^server/", pathNot: `^server/domains/|${root}|${tests}` },
    to: { path: `^server/domains/|${root}` },
  },
];

module.exports = {
  forbidden: [
    ...areaRules,
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      // Type-only imports count too: two files whose types depend on each other cannot be understood one at a
      // time.
      to: { circular: true },
    },
    {
      name: "contract-imports-no-other-part",
      severity: "error",
      from: { path: "^contract/" },
      to: { path: "^(server|web|e2e|bench|eval|prove|scripts)/" },
    },
    { name: "web-imports-no-server", severity: "error", from: { path: "^web/" }, to: { path: "^server/" } },
    { name: "server-imports-no-web", severity: "error", from: { path: "^server/" }, to: { path: "^web/" } },
    {
      name: "questions-never-reach-a-browser",
      comment: "The bank holds model answers and hidden tests, so no bundle of the browser may contain it.",
      severity: "error",
      from: { path: "^(web|contract)/" },
      to: { path: "^questions/" },
    },
    {
      name: "questions-import-no-other-part",
      severity: "error",
      from: { path: "^questions/" },
      to: { path: "^(contract|server|web|e2e|bench|eval|prove|scripts)/" },
    },
    {
      name: "a-store-is-private-to-its-domain",
      severity: "error",
      from: { path: domain },
      to: { path: "^server/domains/.+store\\.ts$", pathNot: "^server/domains/$1/" },
    },
    {
      name: "only-domains-touch-stores",
      severity: "error",
      from: { path: "^server/", pathNot: "^server/domains/" },
      to: { path: "^server/domains/.+store\\.ts$" },
    },
    {
      name: "domains-import-ports-not-adapters",
      severity: "error",
      from: { path: "^server/domains/" },
      to: { path: "^server/adapters/" },
    },
    {
      name: "only-the-composition-root-names-adapters",
      severity: "error",
      from: {
        path: "^server/",
        pathNot: "^server/(adapters/|create-deps\\.ts$|testing/|.*\\.test\\.ts$)",
      },
      to: { path: "^server/adapters/" },
    },
    {
      name: "core-imports-no-other-part",
      severity: "error",
      from: { path: "^server/core/" },
      to: { path: "^server/", pathNot: "^server/core/" },
    },
    {
      name: "database-imports-core-only",
      severity: "error",
      from: { path: "^server/db/", pathNot: "\\.test\\.ts$" },
      to: { path: "^server/", pathNot: "^server/(core|db)/" },
    },
    {
      name: "ports-import-core-only",
      severity: "error",
      from: { path: "^server/ports/" },
      to: { path: "^server/", pathNot: "^server/(core|ports)/" },
    },
    {
      name: "adapters-import-ports-and-below",
      severity: "error",
      from: {
        path: "^server/adapters/",
        pathNot: "(\\.test\\.ts$|^server/adapters/payment/sandbox-checkout/)",
      },
      to: { path: "^server/", pathNot: "^server/(adapters|ports|core|config|db|deps\\.ts$)" },
    },
    {
      name: "the-sandbox-checkout-imports-routes-and-jobs-too",
      comment:
        "It is the part of a payment provider outside its API: a checkout with routes and a job of its own.",
      severity: "error",
      from: { path: "^server/adapters/payment/sandbox-checkout/" },
      to: {
        path: "^server/",
        pathNot: "^server/(adapters/payment/|core/|db/|deps\\.ts$|http/bind\\.ts$|jobs/job\\.ts$)",
      },
    },
    {
      name: "only-the-composition-root-imports-the-sandbox-checkout",
      severity: "error",
      from: {
        path: "^server/",
        pathNot: "^server/(adapters/payment/sandbox-checkout/|create-deps\\.ts$|testing/|.*\\.test\\.ts$)",
      },
      to: { path: "^server/adapters/payment/sandbox-checkout/" },
    },
    {
      name: "limits-import-core-and-ports-only",
      severity: "error",
      from: { path: "^server/limits/", pathNot: "\\.test\\.ts$" },
      to: { path: "^server/", pathNot: "^server/(limits|core|ports)/" },
    },
    {
      name: "mail-imports-config-database-and-ports-only",
      severity: "error",
      from: { path: "^server/mail/", pathNot: "\\.test\\.ts$" },
      to: { path: "^server/", pathNot: "^server/(mail|core|config|db|ports)/" },
    },
    {
      name: "pdf-imports-core-only",
      severity: "error",
      from: { path: "^server/pdf/", pathNot: "\\.test\\.ts$" },
      to: { path: "^server/", pathNot: "^server/(pdf/|core/|assets\\.ts$|deps\\.ts$)" },
    },
    {
      name: "calendar-imports-nothing",
      severity: "error",
      from: { path: "^server/calendar/", pathNot: "\\.test\\.ts$" },
      to: { path: "^server/", pathNot: "^server/calendar/" },
    },
    {
      name: "audit-imports-no-domain",
      severity: "error",
      from: { path: "^server/audit/" },
      to: { path: "^server/(domains|http|adapters)/" },
    },
    {
      name: "format-imports-contract-only",
      severity: "error",
      from: { path: "^web/format/" },
      to: { path: "^web/", pathNot: "^web/format/" },
    },
    {
      name: "ui-imports-no-domain-router-form-or-query",
      severity: "error",
      from: { path: "^web/ui/" },
      to: {
        path: "^(web/(app|session|domains|forms|api)/|contract/|node_modules/(react-router|react-hook-form|@tanstack|@hookform|zod)/)",
      },
    },
    {
      name: "forms-import-ui-only",
      severity: "error",
      from: { path: "^web/forms/" },
      to: { path: "^web/(app|session|domains|api)/" },
    },
    {
      name: "api-imports-no-screen",
      severity: "error",
      from: { path: "^web/api/" },
      to: { path: "^web/(app|session|domains|ui|forms)/" },
    },
    {
      name: "pages-are-for-routes",
      severity: "error",
      from: { path: "^web/(app|session|domains|ui|forms|api)/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^web/(app/pages|domains/[^/]+/pages)/" },
    },
    {
      name: "no-test-code-in-the-product",
      severity: "error",
      from: {
        path: "^(server|web|contract|questions)/",
        pathNot: "(\\.test(ing)?\\.tsx?$|^(server|questions|web)/testing/)",
      },
      to: { path: "(^(server|questions|web)/testing/|\\.test(ing)?\\.tsx?$)" },
    },
    {
      name: "no-development-package-in-the-product",
      severity: "error",
      from: {
        path: "^(server|web|contract|questions)/",
        pathNot:
          "(\\.test(ing)?\\.tsx?$|^(server|questions|web)/testing/|vite\\.config\\.ts$|react-router\\.config\\.ts$|^web/routes\\.ts$)",
      },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
    },
    {
      name: "everything-resolves",
      severity: "error",
      from: {},
      // Files of packages that are not code. The bundler resolves them, and the build fails if one is
      // missing.
      to: { couldNotResolve: true, pathNot: "^\\./\\+types/|\\.(wasm|zip|data)\\?|/wasm\\?" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)(dist|build|\\.react-router|data)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "node", "production", "default"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".cjs", ".json", ".css"],
    },
  },
};
