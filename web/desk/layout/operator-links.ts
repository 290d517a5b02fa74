import { paths } from "../../paths.ts";
import type { WorkArea } from "../today/work-kinds.ts";

export interface OperatorLink {
  to: string;
  label: string;
  /** True if the addresses of other pages begin with this one. */
  isExact?: boolean;
  /** The area whose waiting work is shown beside the link. */
  area?: WorkArea | "all";
}

/** The pages of the desk. On a phone, the first four are in the bar and the others in a menu. */
export const operatorLinks: readonly OperatorLink[] = [
  { to: paths.operator, label: "Today", isExact: true, area: "all" },
  { to: paths.operatorPeople, label: "People" },
  { to: paths.operatorBookings, label: "Bookings", area: "bookings" },
  { to: paths.operatorMoney, label: "Money", area: "money" },
  { to: paths.operatorInterviewers, label: "Interviewers", area: "interviewers" },
  { to: paths.operatorHealth, label: "Health", area: "health" },
  { to: paths.operatorSiteTexts, label: "Site texts" },
  { to: paths.operatorAudit, label: "Audit" },
  { to: paths.operatorSecurity, label: "Security" },
];
export const linksInTabBar = 4;
