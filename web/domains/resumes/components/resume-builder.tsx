import { getProfile, type User } from "@greenroom/contract/accounts.ts";
import { useQuery } from "@tanstack/react-query";
import { messageOf } from "../../../api/errors.ts";
import { queryOf } from "../../../api/queries.ts";
import { Card } from "../../../ui/card.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { LoadingLines } from "../../../ui/skeleton.tsx";
import { sentences } from "../../accounts/sentences.ts";
import { ResumeEditor } from "./resume-editor.tsx";
import { ResumeFile } from "./resume-file.tsx";

/** The tab "Resume Builder": the form with its live preview, and the file that may stand in its place. */
export function ResumeBuilder() {
  const profile = useQuery(queryOf(getProfile));
  if (profile.isPending) {
    return (
      <Card>
        <LoadingLines label="Loading your resume…" lines={8} />
      </Card>
    );
  }
  // What was loaded once stays: a form must not vanish because a later look at the server failed.
  if (profile.data === undefined) {
    return (
      <Card>
        <ErrorState
          message={messageOf(profile.error, sentences.profile)}
          onRetry={() => profile.refetch()}
          retrying={profile.isFetching}
        />
      </Card>
    );
  }
  return <Loaded user={profile.data} />;
}

function Loaded({ user }: { user: User }) {
  return (
    <div className="grid gap-6">
      <ResumeFile hasFile={user.resumeFileUrl !== null} />
      <ResumeEditor key={user._id} user={user} />
    </div>
  );
}
