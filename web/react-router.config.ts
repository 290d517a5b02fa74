import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: ".",
  ssr: false,
  // Pages that are the same for everyone are prerendered; all others get the empty shell.
  prerender: [
    "/",
    "/about",
    "/pricing",
    "/contact",
    "/interview-with-us",
    "/privacy",
    "/terms",
    "/signin",
    "/signup",
  ],
} satisfies Config;
