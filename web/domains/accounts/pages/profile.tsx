import { useSearchParams } from "react-router";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { ResumeBuilder } from "../../resumes/components/resume-builder.tsx";
import { pageMeta } from "../../site/components/page-title.ts";
import { AccountSettings } from "../components/account-settings.tsx";

export const meta = () => pageMeta("Profile");

const tabs = [
  { value: "resume", label: "Resume Builder", content: <ResumeBuilder /> },
  { value: "account", label: "Account Settings", content: <AccountSettings /> },
];

/** The tab stands in the address, so that it can be linked to and survives a reload. */
export default function Profile() {
  const [search, setSearch] = useSearchParams();
  const asked = search.get("tab");
  const tab = tabs.some(({ value }) => value === asked) ? asked : tabs[0]?.value;
  return (
    <>
      <PageHeader title="Your Profile" />
      <Tabs
        label="Profile"
        tabs={tabs}
        value={tab ?? ""}
        onValueChange={(value) => setSearch({ tab: value }, { replace: true, preventScrollReset: true })}
      />
    </>
  );
}
