import { useState } from "react";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { pageMeta } from "../components/page-title.ts";
import { ActionsGallery } from "../components/primitives/actions.tsx";
import { CalendarGallery } from "../components/primitives/calendar.tsx";
import { ControlsGallery } from "../components/primitives/controls.tsx";
import { FieldsGallery } from "../components/primitives/fields.tsx";
import { MessagesGallery } from "../components/primitives/messages.tsx";
import { RunGallery } from "../components/primitives/run.tsx";
import { ShowingGallery } from "../components/primitives/showing.tsx";

export const meta = () => pageMeta("Primitives");

const themes = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

/** Every primitive in every state; where a change of the look is looked at. Routed by the development server alone. */
export default function PrimitivesPage() {
  const [theme, setTheme] = useState<(typeof themes)[number]["value"]>("system");
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
        <ControlsGallery />
        <MessagesGallery />
        <ShowingGallery />
        <CalendarGallery />
        <RunGallery />
      </div>
    </div>
  );
}
