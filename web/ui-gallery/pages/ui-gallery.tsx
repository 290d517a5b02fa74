import { useState } from "react";
import { pageMeta } from "../../app/page-meta.ts";
import { SegmentedControl } from "../../ui/actions/segmented-control.tsx";
import { PageHeader } from "../../ui/display/page-header.tsx";
import { ActionsGallery } from "../actions.tsx";
import { CalendarGallery } from "../calendar.tsx";
import { CodeRunGallery } from "../code-run.tsx";
import { ControlsGallery } from "../controls.tsx";
import { DisplayGallery } from "../display.tsx";
import { FieldsGallery } from "../fields.tsx";
import { MessagesGallery } from "../messages.tsx";

export const meta = () => pageMeta("Primitives");

const themes = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

/** Every primitive in every state, for checking changes of the design. Only the development server routes it. */
export default function UiGalleryPage() {
  const [theme, setTheme] = useState<(typeof themes)[number]["value"]>("system");
  return (
    <div data-theme={theme === "system" ? undefined : theme} className="bg-paper py-10">
      <div className="page grid grid-cols-[minmax(0,1fr)] gap-12">
        <PageHeader
          eyebrow="Welcome, Meera"
          title="Primitives"
          aside={<SegmentedControl label="Theme" options={themes} value={theme} onChange={setTheme} />}
        />
        <ActionsGallery />
        <FieldsGallery />
        <ControlsGallery />
        <MessagesGallery />
        <DisplayGallery />
        <CalendarGallery />
        <CodeRunGallery />
      </div>
    </div>
  );
}
