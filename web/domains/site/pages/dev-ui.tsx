import { useState } from "react";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { pageMeta } from "../components/page-title.ts";
import { ActionsGallery } from "../components/primitives/actions.tsx";
import { CalendarGallery } from "../components/primitives/calendar.tsx";
import { FieldsGallery } from "../components/primitives/fields.tsx";
import { MessagesGallery } from "../components/primitives/messages.tsx";
import { RunGallery } from "../components/primitives/run.tsx";
import { ShowingGallery } from "../components/primitives/showing.tsx";
import { useSite } from "../site-settings.ts";

export const meta = () => pageMeta("Primitives");

const themes = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

/** Every primitive in every state; where a change of the look is looked at. Not there in production. */
export default function PrimitivesPage() {
  const { isDevelopment } = useSite();
  const [theme, setTheme] = useState<(typeof themes)[number]["value"]>("system");
  // Not a redirect: that it is a development server is known only once the settings have arrived.
  if (!isDevelopment && !import.meta.env.DEV) return <EmptyState title="Shown on development servers only" />;
  return (
    <div data-theme={theme === "system" ? undefined : theme} className="bg-paper py-10">
      <div className="page grid grid-cols-[minmax(0,1fr)] gap-12">
        <PageHeader
          eyebrow="Welcome, Meera"
          title="Primitives"
          aside={<Segmented label="Theme" options={themes} value={theme} onChange={setTheme} />}
        />
        <ActionsGallery />
        <FieldsGallery />
        <MessagesGallery />
        <ShowingGallery />
        <CalendarGallery />
        <RunGallery />
      </div>
    </div>
  );
}
