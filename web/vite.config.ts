import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import {
  adoptedStylesPlugin,
  declarationsPlugin,
  programsPlugin,
  whiteboardFontsPlugin,
} from "./vite-plugins.ts";

const server = "http://localhost:3000";

/**
 * Needed by every page, in two files, which compress better than thirty small ones and need fewer requests: the
 * framework, and the shell with the session and the plain primitives.
 */
const shell = [
  /node_modules\/clsx\//,
  /contract\/(site\/page-text|kernel\/(next-page|time-zone-names)|desk\/see-as-token)\.ts$/,
  /web\/(paths|api\/client|session\/(session|session-store|next-path|drafts))\.tsx?$/,
  /web\/ui\/(button|hooks|panels|status|loading|lazy-part|dialogs)\.tsx?$/,
  /web\/app\/(page-data|page-meta|error-page|navigation|chrome\/(site-[a-z]+|sign-out-button))\.tsx?$/,
  /web\/site\/home\/slides\.tsx$/,
];

/**
 * Shared by many screens, in one file per kind: the list of routes, which every visitor gets, names each file that
 * a route loads, and each file is a request.
 */
const queries = [
  // Without their table and its store, which only the operator's desk shows.
  /node_modules\/@tanstack\/(query-core|react-query)\//,
  /node_modules\/lucide-react\/dist\/esm\/(?!icons\/(?!arrow-up|check|chevron-|circle-check|file-text|play|plus|star))/,
  /web\/(api\/(query-client|calls|files)|app\/query-content|session\/require-role)\.tsx?$/,
  /web\/ui\/table\.tsx$/,
];
/** What public pages about people and times need, without zod and the query cache. */
const reading = [
  /contract\/(people\/mentor-options|schedule\/mentor-filters)\.ts$/,
  /contract\/kernel\/(topics|time-zones|plain-text)\.ts$/,
  /web\/(format\/(times|local-time)\.ts|ui\/content\.tsx)$/,
];
/** The mentors' filters need fields, but no form; forms need nothing of mentors. */
const fields = [/web\/ui\/fields\.tsx$/, /contract\/people\/application-options\.ts$/];
const forms = [/node_modules\/react-hook-form\//, /web\/forms\/(form|fields)\.tsx$/];
/** The frame of the dashboards, and what their screens show of interviews and slots. */
const dashboard = [
  /web\/app\/(dashboard\/[a-z-]+|device|trusted-types)\.tsx?$/,
  /web\/schedule\/(next-interview-banner|join-meeting|candidate-resume)\.tsx$/,
  /web\/schedule\/bookings\/(booking-status|booking-text|booking-actions|outcome-actions|interview-actions|queries)\.tsx?$/,
  /web\/schedule\/availability\/queries\.ts$/,
  /web\/schedule\/bookings\/(open-slots|slot-filter|slot-picker)\.tsx?$/,
  /web\/schedule\/(goals\/goal-(dialog|list)|mentors\/favorites)\.tsx$/,
  /web\/(format\/cancellation|people\/resumes\/(resume-preview|messages))\.tsx?$/,
  /web\/ui\/calendar\/(calendar-event|slot-list)\.tsx?$/,
  /web\/review\/feedback\/feedback-file\.tsx$/,
  /node_modules\/lucide-react\/dist\/esm\/icons\/(calendar-(days|plus)|clipboard-list|download|dumbbell|heart|indian-rupee|list-checks|rotate-ccw-clock|target|trending-up|user-round)\./,
];
/** What validates: only forms need it, when somebody starts to type, and the operator's desk. */
const zod = [/node_modules\/zod\//];
const schemas = [
  /contract\/kernel\/(endpoint|instants|names|text)\.ts$/,
  /contract\/people\/(accounts|interviewers|mentors|privacy|resume-data|resumes)\.ts$/,
  /contract\/(money\/payout-details|schedule\/(goal-schemas|weekly-availability)|site\/site)\.ts$/,
  /contract\/(review\/(feedback|reports|rubric-schema)|room\/whiteboard)\.ts$/,
];
/** The contract's words and limits. */
const contract = [/contract\/(?!desk\/|site\/page-text|kernel\/(?:next-page|time-zone-names))[a-z-/]+\.ts$/];
const deskContract = [/contract\/desk\/(?!see-as-token)[a-z-/]+\.ts$/];

/**
 * The files that we define by hand; the bundler splits all other code by its users. A file also gets what its modules
 * import, unless a file of higher priority has it: public pages must not need the contract. Those of the contract get
 * only their own modules, because a module whose schemas are left out still counts as importing what they need.
 */
const groups = [
  // Of two files that could have a module, the first gets it.
  { priority: 3, files: { zod, shell, fields, reading, forms } },
  { priority: 2, includeDependenciesRecursively: false, files: { schemas, contract, deskContract } },
  { priority: 1, files: { queries } },
  { priority: 0, includeDependenciesRecursively: false, files: { dashboard } },
].flatMap(({ files, ...options }) =>
  Object.entries(files).map(([name, patterns]) => ({
    name,
    test: (id: string) => patterns.some((pattern) => pattern.test(id)),
    ...options,
  })),
);

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    declarationsPlugin(),
    adoptedStylesPlugin(),
    programsPlugin(),
    whiteboardFontsPlugin(),
    tailwindcss(),
    reactRouter(),
  ],
  // Finds all dependencies at the start. One that is found later would cause a temporary second copy of React.
  optimizeDeps: {
    entries: [
      "root.tsx",
      "app/pages/*.tsx",
      "{people,money,schedule,room,review,practice,site,desk}/**/pages/**/*.tsx",
    ],
  },
  server: {
    host: "localhost",
    proxy: {
      // Excludes our own modules, which are in the same top-level folder: web/api/client.ts.
      "^/api/(?!.*\\.tsx?)": { target: server, ws: true },
      "/dev/mailbox": server,
      "/dev/storage": server,
      "/health": server,
      "/code-sandbox": server,
      "/files": server,
      "/sandbox": server,
      "/openapi": server,
    },
  },
  build: {
    // The tokens use light-dark(), which must reach the browser unchanged. For an older target, the compiler would
    // rewrite it into a form that cannot be overridden for a part of the page.
    cssTarget: ["chrome123", "safari17.5", "firefox120"],
    ...(isSsrBuild
      ? {}
      : {
          rolldownOptions: {
            output: {
              codeSplitting: {
                groups: [
                  {
                    name: "framework",
                    // Includes the bundler's own few lines, which are not worth a request.
                    test: /rolldown\/runtime|node_modules\/(react|react-dom|react-router|scheduler|cookie|set-cookie-parser)\//,
                    priority: 4,
                  },
                  ...groups,
                ],
              },
            },
          },
        }),
  },
}));
