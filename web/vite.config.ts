import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { adoptedStylesPlugin } from "./adopted-styles-plugin.ts";
import { programsPlugin } from "./programs-plugin.ts";
import { whiteboardFontsPlugin } from "./whiteboard-fonts-plugin.ts";

const server = "http://localhost:3000";

/**
 * Needed by every page, in two files, which compress better than thirty small ones and need fewer requests: the
 * framework, and the shell with the session and the plain primitives.
 */
const shell = [
  /node_modules\/clsx\//,
  /contract\/(site\/page-text|kernel\/(next-page|time-zone-names))\.ts$/,
  /web\/paths\.ts$/,
  /web\/api\/(client|access-token|errors|request|session-ended)\.ts$/,
  /web\/ui\/(status\/(banner|status-light|spinner)|actions\/(button|button-class)|display\/(card|logo|glow))\.tsx?$/,
  /web\/format\/(time-zones|browser-time-zone)\.ts$/,
  /web\/session\/(drafts\/drafts|next-path|session|session-store|browser-storage|use-hydrated-search|use-identity-change)\.tsx?$/,
  /web\/app\/(page-data|page-meta|error-page)\.tsx?$/,
  /web\/app\/chrome\/site-[a-z]+\.tsx$/,
  /web\/site\/home\/slides\.tsx$/,
];

/**
 * Shared by many screens, in one file per kind: the list of routes, which every visitor gets, names each file that
 * a route loads, and each file is a request.
 */
const queries = [
  // Without their table and its store, which only the operator's desk shows.
  /node_modules\/@tanstack\/(query-core|react-query)\//,
  /node_modules\/lucide-react\/dist\/esm\/(?!icons\/)/,
  /web\/api\/(api-provider|query-client)\.tsx?$/,
  // Without instant-at.ts, whose Temporal library is larger than all of these.
  /web\/format\/(format-clock|format-day|format-time)\.ts$/,
  /contract\/kernel\/plain-text\.ts$/,
  /web\/ui\/hooks\/use-now\.ts$/,
  /web\/session\/use-time-zone\.ts$/,
  /web\/ui\/(display\/(clock-text|page-header)|status\/(empty-state|pill))\.tsx$/,
];
const fields = [
  /web\/ui\/(fields\/(control-class|field|text-area|text-input)|status\/(status-message|still-sending))\.tsx?$/,
  // A public form and the contract use it: the contract's file would bring zod, and that of the forms their library.
  /contract\/people\/application-options\.ts$/,
];
const forms = [
  /node_modules\/react-hook-form\//,
  /web\/forms\/(form|submit-error|submit-button|text-area-field|text-field|use-[a-z-]+)\.tsx?$/,
];
const dialogs = [
  /web\/ui\/(dialogs\/(alert-dialog|confirm-dialog|dialog-class|modal)|hooks\/use-return-focus)\.tsx?$/,
];
/**
 * The contract in three files: what the room and practice call, which must appear fast; the rest of the product; and the
 * operator's desk, which only operators load. None of them imports one after it.
 */
const contract = [
  /node_modules\/zod\//,
  /contract\/(kernel\/(?!next-page|time-zone-names|plain-text)|practice\/|room\/)[a-z-]+\.ts$/,
  /contract\/(schedule\/(availability|bookings|goals|report-shape)|money\/earnings)\.ts$/,
  /contract\/review\/(feedback|interview-record|reports|rubric|tracks)\.ts$/,
];
const otherContract = [
  /contract\/(?!desk\/|site\/page-text|kernel\/(?:next-page|time-zone-names))[a-z-/]+\.ts$/,
];
const deskContract = [/contract\/desk\/[a-z-/]+\.ts$/];

/** The files that we define by hand; the bundler splits all other code by its users. */
const files = { shell, queries, fields, forms, dialogs, contract, otherContract, deskContract };
const groups = Object.entries(files).map(([name, patterns]) => ({
  name,
  test: (id: string) => patterns.some((pattern) => pattern.test(id)),
  priority: 1,
}));

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [adoptedStylesPlugin(), programsPlugin(), whiteboardFontsPlugin(), tailwindcss(), reactRouter()],
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
                    priority: 2,
                  },
                  ...groups,
                ],
              },
            },
          },
        }),
  },
}));
