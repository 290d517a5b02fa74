import { getProfile, type User } from "@greenroom/contract/people/accounts.ts";
import { useQuery } from "@tanstack/react-query";
import { queryOptionsFor } from "../../../api/query-client.ts";
import { QueryContent } from "../../../app/query-content.tsx";
import { accountMessages } from "../../accounts/messages.ts";
import { ResumeEditor } from "./resume-editor.tsx";
import { ResumeFile } from "./resume-file.tsx";

/** The tab "Resume Builder": the form with its live preview, and the file that can replace it. */
export function ResumeBuilder() {
  const profile = useQuery(queryOptionsFor(getProfile));
  return (
    <QueryContent query={profile} loadingLabel="Loading your resume…" messages={accountMessages.profile}>
      {(user) => <LoadedResumeBuilder user={user} />}
    </QueryContent>
  );
}

function LoadedResumeBuilder({ user }: { user: User }) {
  return (
    <div className="grid gap-6">
      <ResumeFile hasFile={user.resumeFileUrl !== null} isHeld={user.resumeFileHeld} />
      <ResumeEditor key={user._id} user={user} />
    </div>
  );
}
