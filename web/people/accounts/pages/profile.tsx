import { useSearchParams } from "react-router";
import { pageMeta } from "../../../app/page-meta.ts";
import { PageHeader } from "../../../ui/content.tsx";
import { LazyPart } from "../../../ui/lazy-part.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { ResumeBuilder, SavedResumePreview } from "../../resumes/resume-editor.tsx";

export const meta = () => pageMeta("Profile");

const settingsPart = {
  name: "The settings",
  load: () => import("../account-settings.tsx").then(({ AccountSettings }) => AccountSettings),
  lines: 8,
};

const tabs = [
  { value: "resume", label: "Resume Builder", content: <ResumeBuilder /> },
  {
    value: "account",
    label: "Account Settings",
    content: (
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
        <LazyPart source={settingsPart}>{(AccountSettings) => <AccountSettings isBesidePreview />}</LazyPart>
        <SavedResumePreview />
      </div>
    ),
  },
];

/** The URL contains the tab, so that it can be linked to and survives a reload. */
export default function Profile() {
  const [search, setSearch] = useSearchParams();
  const requestedTab = search.get("tab");
  const tab = tabs.some(({ value }) => value === requestedTab) ? requestedTab : tabs[0]?.value;
  return (
    <>
      <PageHeader title="Your Profile" />
      {/* Both tabs are longer than the screen, so the footer is below it while they load, too. */}
      <div className="min-h-dvh">
        <Tabs
          label="Profile"
          tabs={tabs}
          value={tab ?? ""}
          onValueChange={(value) => setSearch({ tab: value }, { replace: true, preventScrollReset: true })}
        />
      </div>
    </>
  );
}
