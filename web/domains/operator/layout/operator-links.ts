import { paths } from "../../../paths.ts";
import type { WorkArea } from "../today/work-kinds.ts";

export interface OperatorLink {
  to: string;
  label: string;
  /** The other pages of the desk begin with its address, too. */
  isExact?: boolean;
  /** Whose waiting work the link counts. */
  area?: WorkArea | "all";
}

/** The pages of the desk. On a phone the first four stand in the bar and the rest in a menu. */
export const operatorLinks: readonly OperatorLink[] = [
  { to: paths.operator, label: "Today", isExact: true, area: "all" },
  { to: paths.operatorPeople, label: "People" },
  { to: paths.operatorBookings, label: "Bookings", area: "bookings" },
  { to: paths.operatorMoney, label: "Money", area: "money" },
  { to: paths.operatorInterviewers, label: "Interviewers", area: "interviewers" },
  { to: paths.operatorHealth, label: "Health", area: "health" },
  { to: paths.operatorWords, label: "Words" },
  { to: paths.operatorAudit, label: "Audit" },
  { to: paths.operatorSecurity, label: "Security" },
];
export const linksInTabBar = 4;
