import type { shownSettingSchema } from "@greenroom/contract/desk/health.ts";
import type { z } from "zod";
import type { Config } from "../../kernel/config/config.ts";
// Written from docs/operating.md by `npm run docs:env`.
import documentedSettings from "../../kernel/config/documented-settings.json" with { type: "json" };

/** Every documented setting, with how it is set here. Secrets stay out. */
export function listSettings({ shownSettings }: Config): z.infer<typeof shownSettingSchema>[] {
  return documentedSettings.map(({ names, meaning, default: byDefault }) => ({
    names,
    meaning: meaning.replaceAll("**", ""),
    default: byDefault,
    values: names.map((name) => ({ name, ...(shownSettings.get(name) ?? { isSet: false, value: null }) })),
  }));
}
