/** The import rules that docs/architecture.md describes. */

/** An area imports itself, the kernel, and the areas named beside it. */
const areas = {
  people: [],
  money: ["people"],
  schedule: ["people", "money"],
  room: ["people", "money", "schedule"],
  review: ["people", "money", "schedule", "room"],
  practice: ["people", "money", "schedule", "room", "review"],
  site: ["people", "money", "schedule"],
  desk: ["people", "money", "schedule", "room", "review", "practice", "site"],
};
const anyArea = Object.keys(areas).join("|");
const tests = "(\\.test|\\.testing)\\.tsx?$|^server/testing/";

const areaRules = Object.entries(areas).flatMap(([name, below]) => [
  {
    name: `${name}-imports-only-the-areas-below-it`,
    severity: "error",
    from: { path: `^server/${name}/`, pathNot: tests },
    to: {
      path: "^server/",
      pathNot: `^server/(${["kernel", name, ...below].join("|")})/|^server/vendors/[^/]+/port\\.ts$|^server/(package\\.json|workers/worker-pool\\.ts)$|${tests}`,
    },
  },
  {
    name: `${name}-of-the-contract-imports-only-the-areas-below-it`,
    severity: "error",
    from: { path: `^contract/${name}/`, pathNot: tests },
    to: { path: "^contract/", pathNot: `^contract/(${["kernel", name, ...below].join("|")})/` },
  },
  {
    name: `${name}-in-the-browser-imports-only-the-areas-below-it`,
    severity: "error",
    from: { path: `^web/${name}/`, pathNot: tests },
    to: { path: `^web/(${anyArea})/`, pathNot: `^web/(${[name, ...below].join("|")})/` },
  },
]);

module.exports = {
  forbidden: [
    ...areaRules,
    {
      name: "the-kernel-of-the-contract-imports-no-area",
      severity: "error",
      from: { path: "^contract/kernel/" },
      to: { path: "^contract/", pathNot: "^contract/kernel/" },
    },
    {
      name: "the-kernel-imports-no-area",
      severity: "error",
      from: { path: "^server/kernel/", pathNot: tests },
      to: {
        path: "^server/",
        pathNot: "^server/kernel/|^server/vendors/[^/]+/port\\.ts$|^server/workers/worker-pool\\.ts$",
      },
    },
    {
      name: "the-kernel-imports-no-area-of-the-contract",
      comment: "Except the types of what `jsonb` columns contain.",
      severity: "error",
      from: { path: "^server/kernel/", pathNot: `^server/kernel/db/(types|stored-json)\\.ts$|${tests}` },
      to: { path: "^contract/", pathNot: "^contract/(kernel/|package\\.json$)" },
    },
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
      name: "a-store-is-private-to-its-area",
      severity: "error",
      from: { path: "^server/([^/]+)/", pathNot: tests },
      to: { path: "^server/.+store\\.ts$", pathNot: "^server/($1|kernel)/" },
    },
    {
      name: "only-the-composition-root-names-adapters",
      severity: "error",
      from: { path: "^server/", pathNot: `^server/(vendors/|create-deps\\.ts$)|${tests}` },
      to: { path: "^server/vendors/", pathNot: "/port\\.ts$" },
    },
    {
      name: "adapters-import-the-kernel-only",
      severity: "error",
      from: { path: "^server/vendors/", pathNot: tests },
      to: { path: "^server/", pathNot: "^server/(vendors|kernel)/" },
    },
    {
      name: "format-imports-contract-only",
      severity: "error",
      from: { path: "^web/format/" },
      to: { path: "^web/", pathNot: "^web/format/" },
    },
    {
      name: "ui-imports-no-area-router-form-or-query",
      severity: "error",
      from: { path: "^web/ui/" },
      to: {
        path: `^(web/(app|session|forms|api|${anyArea})/|contract/|node_modules/(react-router|react-hook-form|@tanstack|@hookform|zod)/)`,
        pathNot: "^contract/(kernel/time-zones|desk/see-as-token)\\.ts$",
      },
    },
    {
      name: "only-the-pages-of-the-app-import-areas",
      severity: "error",
      from: { path: "^web/app/", pathNot: `^web/app/pages/|${tests}` },
      to: { path: `^web/(${anyArea})/` },
    },
    {
      name: "forms-import-ui-only",
      severity: "error",
      from: { path: "^web/forms/" },
      to: { path: `^web/(app|session|api|${anyArea})/` },
    },
    {
      name: "api-imports-no-screen",
      severity: "error",
      from: { path: "^web/api/" },
      to: { path: `^web/(app|session|ui|forms|${anyArea})/` },
    },
    {
      name: "pages-are-for-routes",
      severity: "error",
      from: { path: `^web/(app|session|ui|forms|api|${anyArea})/`, pathNot: "\\.test\\.tsx?$" },
      to: { path: "^web/.+/pages/" },
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
