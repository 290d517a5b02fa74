import { Banner } from "../../ui/status/banner.tsx";
import { useSite } from "../site-settings.ts";
import { dismissAdvisory } from "./advisory-dismissal.ts";
import "./advisory-banner.css";

/** The hint for phones (requirements §1). Once closed, it stays closed in that browser. */
export function AdvisoryBanner() {
  const { name } = useSite();
  return (
    <div className="advisory sticky top-0 z-40 [@media(max-height:34rem)]:static">
      <Banner label="Advice for phones" onDismiss={dismissAdvisory}>
        <span className="lg:hidden">
          Mobile layout under update. Best in a desktop browser or desktop mode.
        </span>
        <span className="max-lg:hidden">
          We are still tuning {name} for phones. For now a desktop browser, or your phone's desktop mode,
          works best.
        </span>
      </Banner>
    </div>
  );
}
