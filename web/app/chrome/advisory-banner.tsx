import { Banner } from "../../ui/status/banner.tsx";
import { dismissAdvisory } from "./advisory-dismissal.ts";
import "./advisory-banner.css";

/** The hint for phones (requirements §1). Once closed, it stays closed in that browser. */
export function AdvisoryBanner() {
  return (
    <div className="advisory sticky top-0 z-40 md:hidden [@media(max-height:34rem)]:static">
      <Banner label="Advice for phones" onDismiss={dismissAdvisory}>
        <span className="text-xs tracking-tight">Mobile layout under update. Use a desktop browser.</span>
      </Banner>
    </div>
  );
}
