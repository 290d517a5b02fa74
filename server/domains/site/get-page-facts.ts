import type { PageFacts } from "@greenroom/contract/page-words.ts";
import type { Deps } from "../../deps.ts";
import { listPlans } from "../plans/list-plans.ts";
import { presentSite } from "./present.ts";

/** What a page says that only the running server knows, now and to a visitor. */
export async function getPageFacts(
  deps: Pick<Deps, "config" | "meetings" | "database" | "clock">,
): Promise<PageFacts> {
  const { business, publicUrl } = deps.config;
  const year = new Intl.DateTimeFormat("en", { year: "numeric", timeZone: business.timeZone });
  return {
    site: presentSite(deps),
    plans: await listPlans(deps, null),
    publicUrl,
    year: Number(year.format(deps.clock.now())),
  };
}
