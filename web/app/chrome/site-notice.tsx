import { Banner } from "../../ui/status/banner.tsx";
import { useSite } from "../site-settings.ts";

/** A message from the operators to everybody, such as a planned downtime. It cannot be closed. */
export function SiteNotice() {
  const { notice } = useSite();
  return notice === "" ? null : <Banner label="Notice">{notice}</Banner>;
}
