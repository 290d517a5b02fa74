import { PageHeader, SegmentedControl } from "../../ui/content.tsx";
import { ApplicationTable } from "../interviewers/applications.tsx";
import { QualityTable } from "../interviewers/quality-table.tsx";
import { deskMeta } from "../layout/desk-parts.tsx";
import { useAddressFilter } from "../table/data-table.tsx";

export const meta = () => deskMeta("Interviewers");

type View = "quality" | "applications";

/** Interviewers: their quality, and applications. */
export default function InterviewersPage() {
  const { values, set } = useAddressFilter(["view"]);
  const view: View = values.view === "applications" ? "applications" : "quality";
  return (
    <>
      <PageHeader
        title="Interviewers"
        detail="Quality of interviewers, and applications."
        aside={
          <SegmentedControl<View>
            label="What to show"
            value={view}
            onChange={(chosen) => set({ view: chosen })}
            options={[
              { value: "quality", label: "Quality" },
              { value: "applications", label: "Applications" },
            ]}
          />
        }
      />
      {view === "quality" ? <QualityTable /> : <ApplicationTable />}
    </>
  );
}
