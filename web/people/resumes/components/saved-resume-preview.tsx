import { getProfile } from "@greenroom/contract/people/accounts.ts";
import { emptyResume } from "@greenroom/contract/people/resumes/resume-data.ts";
import { useQuery } from "@tanstack/react-query";
import { queryOptionsFor } from "../../../api/query-client.ts";
import { fullName } from "../../../format/full-name.ts";
import { formToResume } from "../resume-form-values.ts";
import { readResumeDraft } from "../use-resume-draft.ts";
import { PreviewCard } from "./preview-card.tsx";
import { ResumePreview } from "./resume-preview.tsx";

/**
 * The preview on tabs without the form: the saved resume, with this tab's unsaved changes. Shows nothing
 * until it is loaded.
 */
export function SavedResumePreview() {
  const { data: user } = useQuery(queryOptionsFor(getProfile));
  if (user === undefined) return null;
  const draft = readResumeDraft(user._id);
  return (
    <PreviewCard>
      <ResumePreview
        name={fullName(user)}
        email={user.email}
        phone={user.mobileNumber}
        resume={draft ? formToResume(draft.resume) : (user.resumeData ?? emptyResume)}
      />
    </PreviewCard>
  );
}
