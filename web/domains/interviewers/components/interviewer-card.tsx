import { listInterviewers } from "@greenroom/contract/interviewer-profile.ts";
import { useQuery } from "@tanstack/react-query";
import { queryOf } from "../../../api/queries.ts";
import { fullName } from "../../accounts/person-name.ts";
import { Portrait } from "../portrait.tsx";

/** Profiles change rarely; in milliseconds. */
const staleTime = 5 * 60_000;

/** Who this interviewer is: a line under the thumb on a phone, a card where there is room. Nothing at all while it is not known, or when they said nothing of themselves. */
export function InterviewerCard({ interviewerId }: { interviewerId: string }) {
  const { data } = useQuery({ ...queryOf(listInterviewers), staleTime });
  const profile = data?.find(({ _id }) => _id === interviewerId);
  if (!profile || (profile.headline === "" && profile.topics.length === 0 && !profile.photoUrl)) return null;
  return (
    <div className="xl:flex xl:items-start xl:gap-3 xl:rounded-sm xl:bg-sunk xl:p-3">
      <Portrait
        name={fullName(profile)}
        photoUrl={profile.photoUrl}
        className="!hidden size-11 xl:!inline-grid"
      />
      <div className="min-w-0 text-sm">
        <p className="hidden font-semibold xl:block">{fullName(profile)}</p>
        {profile.headline && (
          <p className="truncate text-center text-ink-2 xl:whitespace-normal xl:break-words xl:text-left">
            {profile.headline}
          </p>
        )}
        {profile.topics.length > 0 && (
          <p className="mt-1 hidden break-words text-ink-2 xl:block">{profile.topics.join(" · ")}</p>
        )}
      </div>
    </div>
  );
}
