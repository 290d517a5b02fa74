import { getProfile, type User } from "@greenroom/contract/accounts.ts";
import { useQuery } from "@tanstack/react-query";
import { errorMessage } from "../../../api/errors.ts";
import { queryOptionsFor } from "../../../api/query-client.ts";
import { Card } from "../../../ui/display/card.tsx";
import { ErrorState } from "../../../ui/status/error-state.tsx";
import { LoadingLines } from "../../../ui/status/skeleton.tsx";
import { accountMessages } from "../../accounts/messages.ts";
import { ResumeEditor } from "./resume-editor.tsx";
import { ResumeFile } from "./resume-file.tsx";

/** The tab "Resume Builder": the form with its live preview, and the file that can replace it. */
export function ResumeBuilder() {
  const profile = useQuery(queryOptionsFor(getProfile));
  if (profile.isPending) {
    return (
      <Card>
        <LoadingLines label="Loading your resume…" lines={8} />
      </Card>
    );
  }
  // Loaded data stays: a form must not disappear because a later request failed.
  if (profile.data === undefined) {
    return (
      <Card>
        <ErrorState
          message={errorMessage(profile.error, accountMessages.profile)}
          onRetry={() => profile.refetch()}
          retrying={profile.isFetching}
        />
      </Card>
    );
  }
  return <LoadedResumeBuilder user={profile.data} />;
}

function LoadedResumeBuilder({ user }: { user: User }) {
  return (
    <div className="grid gap-6">
      <ResumeFile hasFile={user.resumeFileUrl !== null} isHeld={user.resumeFileHeld} />
      <ResumeEditor key={user._id} user={user} />
    </div>
  );
}
