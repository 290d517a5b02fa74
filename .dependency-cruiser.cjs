/** The walls between rooms, as docs/architecture.md draws them. No exceptions. */
const domain = "^server/domains/([^/]+)/";

module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "contract-knows-nobody",
      severity: "error",
      from: { path: "^contract/" },
      to: { path: "^(server|web|e2e|bench)/" },
    },
    { name: "web-never-knows-server", severity: "error", from: { path: "^web/" }, to: { path: "^server/" } },
    { name: "server-never-knows-web", severity: "error", from: { path: "^server/" }, to: { path: "^web/" } },
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
      name: "domains-know-ports-never-adapters",
      severity: "error",
      from: { path: "^server/domains/" },
      to: { path: "^server/adapters/" },
    },
    {
      name: "only-the-composition-root-names-adapters",
      severity: "error",
      from: {
        path: "^server/",
        pathNot: "^server/(adapters/|deps\\.ts$|operator\\.ts$|testing/|.*\\.test\\.ts$)",
      },
      to: { path: "^server/adapters/" },
    },
    {
      name: "ports-know-no-domain",
      severity: "error",
      from: { path: "^server/ports/" },
      to: { path: "^server/(domains|adapters)/" },
    },
    {
      name: "ui-knows-no-domain-router-form-or-query",
      severity: "error",
      from: { path: "^web/ui/" },
      to: {
        path: "^(web/(domains|forms|api)/|contract/|node_modules/(react-router|react-hook-form|@tanstack|@hookform|zod)/)",
      },
    },
    {
      name: "forms-know-ui-only",
      severity: "error",
      from: { path: "^web/forms/" },
      to: { path: "^web/(domains|api)/" },
    },
    {
      name: "api-knows-no-screen",
      severity: "error",
      from: { path: "^web/api/" },
      to: { path: "^web/(domains|ui|forms)/" },
    },
    {
      name: "pages-are-for-routes",
      severity: "error",
      from: { path: "^web/(domains|ui|forms|api)/" },
      to: { path: "^web/domains/[^/]+/pages/" },
    },
    {
      name: "no-test-code-in-the-product",
      severity: "error",
      from: { path: "^(server|web|contract)/", pathNot: "(\\.test\\.tsx?$|^server/testing/)" },
      to: { path: "(^server/testing/|\\.test\\.tsx?$)" },
    },
    {
      name: "no-development-package-in-the-product",
      severity: "error",
      from: {
        path: "^(server|web|contract)/",
        pathNot:
          "(\\.test\\.tsx?$|^server/testing/|vite\\.config\\.ts$|react-router\\.config\\.ts$|^web/routes\\.ts$)",
      },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
    },
    {
      name: "everything-resolves",
      severity: "error",
      from: {},
      // Files out of packages that are not code: the bundler finds them, or the build fails.
      to: { couldNotResolve: true, pathNot: "^\\./\\+types/|\\.(wasm|zip)\\?|/wasm\\?" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)(dist|build|\\.react-router|data)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "node", "default"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".cjs", ".json", ".css"],
    },
  },
};
