import type { PageData } from "@greenroom/contract/site/page-text.ts";
import type { Deps } from "../kernel/deps.ts";
import { listPlans } from "../money/plans/list-plans.ts";
import { presentSite } from "./present.ts";

/** Data for pages that only the running server knows: current, and as a visitor sees it. */
export async function getPageData(
  deps: Pick<Deps, "config" | "meetings" | "database" | "clock">,
): Promise<PageData> {
  const { business, publicUrl } = deps.config;
  const year = new Intl.DateTimeFormat("en", { year: "numeric", timeZone: business.timeZone });
  return {
    site: await presentSite(deps),
    plans: await listPlans(deps, null),
    publicUrl,
    year: Number(year.format(deps.clock.now())),
  };
}
