import { pageMeta } from "../../../app/page-meta.ts";
import { PageHeader } from "../../../ui/content.tsx";
import { OwnPageCard } from "../../interviewers/own-page-state.tsx";
import { AccountSettings } from "../account-settings.tsx";
import { PayoutDetails } from "../payout-details.tsx";

export const meta = () => pageMeta("Account");

export default function InterviewerAccount() {
  return (
    <>
      <PageHeader title="Your Account" />
      <div className="grid gap-5">
        <OwnPageCard />
        <PayoutDetails />
        <AccountSettings />
      </div>
    </>
  );
}
