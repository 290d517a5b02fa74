import { PageHeader } from "../../../ui/page-header.tsx";
import { PublicProfile } from "../../interviewers/components/public-profile.tsx";
import { pageMeta } from "../../site/components/page-title.ts";
import { AccountSettings } from "../components/account-settings.tsx";

export const meta = () => pageMeta("Account");

export default function InterviewerAccount() {
  return (
    <>
      <PageHeader title="Your Account" />
      <div className="grid gap-5">
        <PublicProfile />
        <AccountSettings />
      </div>
    </>
  );
}
