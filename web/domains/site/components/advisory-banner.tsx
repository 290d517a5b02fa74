import { Banner } from "../../../ui/banner.tsx";
import { dismissAdvisory } from "../advisory.ts";
import { useSite } from "../site-settings.ts";
import "./advisory-banner.css";

/** The word about phones (specification §1). Closed once, it stays closed in that browser. */
export function AdvisoryBanner() {
  const { name } = useSite();
  return (
    <div className="advisory sticky top-0 z-40">
      <Banner label="Advice for phones" onDismiss={dismissAdvisory}>
        <span className="lg:hidden">
          Phone layout under update. Best in a desktop browser or desktop mode.
        </span>
        <span className="max-lg:hidden">
          We are still tuning {name} for phones. For now a desktop browser, or your phone's desktop mode,
          works best.
        </span>
      </Banner>
    </div>
  );
}
