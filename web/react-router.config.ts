import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: ".",
  ssr: false,
  // Pages that say the same to everyone are written at build; all others are served the empty shell.
  prerender: ["/", "/about", "/pricing", "/contact", "/privacy", "/terms", "/signin", "/signup"],
} satisfies Config;
