import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { programs } from "./programs-plugin.ts";

const server = "http://localhost:3000";

/**
 * What every page needs, in two files that compress better than thirty small ones and cost fewer journeys: the
 * framework, and the shell with the session and the plain primitives.
 */
const shell = [
  /node_modules\/clsx\//,
  /contract\/(page|price)-words\.ts$/,
  /web\/paths\.ts$/,
  /web\/api\/(client|credentials|drafts|errors|light-endpoint|request|session-ended)\.ts$/,
  /web\/ui\/(banner|button|button-class|card|cue-light|logo|spinner|spotlight)\.tsx?$/,
  /web\/ui\/time\/browser-time-zone\.ts$/,
  /web\/domains\/accounts\/(next-path|session|session-store|storage|use-carried-search|use-identity-change|zone-names)\.tsx?$/,
  /web\/domains\/site\/[a-z-]+\.ts$/,
  /web\/domains\/site\/components\/(advisory|mobile-menu\.|page-|product-|public-|site-|slides\.|social-|use-sign-out)[a-z-.]*tsx?$/,
];

/**
 * What many screens share, in one file a kind: each file that a route loads is named in the list of routes, which
 * every visitor is sent, and is a journey of its own.
 */
const answers = [
  /node_modules\/@tanstack\//,
  /node_modules\/lucide-react\/dist\/esm\/(?!icons\/)/,
  /web\/api\/(provider|queries)\.tsx?$/,
  // Not instant-at.ts, whose calendar of the world is heavier than all of these.
  /web\/ui\/time\/(format-[a-z]+|use-now)\.ts$/,
  /web\/ui\/(clock-text|empty-state|page-header|pill)\.tsx$/,
  /web\/domains\/accounts\/(person-name|use-time-zone)\.ts$/,
];
const forms = [
  /node_modules\/react-hook-form\//,
  /web\/forms\/(form|rejection|submit-button|text-area-field|text-field|use-[a-z-]+)\.tsx?$/,
  /web\/ui\/(control-class|field|status-message|text-area|text-input)\.tsx?$/,
];
const dialogs = [/web\/ui\/(alert-dialog|confirm-dialog|dialog-class|modal|use-return-focus)\.tsx?$/];
const promises = [/node_modules\/zod\//, /contract\/(?!page-words|price-words)[a-z-]+\.ts$/];

/** The files that are made by hand; all else is divided by who uses it. */
const groups = Object.entries({ shell, answers, forms, dialogs, promises }).map(([name, patterns]) => ({
  name,
  test: (id: string) => patterns.some((pattern) => pattern.test(id)),
  priority: 1,
}));

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [programs(), tailwindcss(), reactRouter()],
  // All that the pages use is found at the start: what is found later would be a second copy of React for a moment.
  optimizeDeps: { entries: ["root.tsx", "domains/*/pages/*.tsx"] },
  server: {
    host: "localhost",
    proxy: {
      // Not our own modules, which live under the same first folder: web/api/client.ts.
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
    // The tokens use light-dark(), which must reach the browser as written: an older target would have it
    // rewritten into a form that cannot be overridden for a part of the page.
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
                    // With the bundler's own few lines, which are no worth a journey.
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
