import type { ReactNode } from "react";
import { Card } from "../../../ui/display/card.tsx";

/** The preview beside a tab of the profile; it scrolls separately and stays in view. */
export function PreviewCard({ children }: { children: ReactNode }) {
  return (
    <Card
      className="xl:sticky xl:top-28 xl:max-h-[calc(100dvh-9rem)] xl:overflow-y-auto"
      tabIndex={0}
      role="region"
      aria-label="Preview"
    >
      {children}
    </Card>
  );
}
