import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import { useQuery } from "@tanstack/react-query";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { Portrait } from "../../ui/content.tsx";

/** In milliseconds, because profiles change rarely. */
const staleTime = 5 * 60_000;

/** As a slot or a booking names them. */
interface Interviewer {
  _id: string;
  firstName: string;
  lastName: string;
}

/**
 * The interviewer's profile: a line at the bottom of a phone's screen, a card on wide screens. Renders nothing
 * while it loads, or when the profile is empty.
 */
export function InterviewerCard({ interviewer }: { interviewer: Interviewer }) {
  const { data } = useQuery({
    ...queryOptionsFor("GET /api/user/interviewers", { query: { id: interviewer._id } }),
    staleTime,
  });
  const profile = data?.[0];
  if (!profile || (profile.headline === "" && profile.topics.length === 0 && !profile.photoUrl)) return null;
  const name = fullName(interviewer);
  return (
    <div className="xl:flex xl:items-start xl:gap-3 xl:rounded-sm xl:bg-sunk xl:p-3">
      <Portrait name={name} photoUrl={profile.photoUrl} className="!hidden size-11 xl:!inline-grid" />
      <div className="min-w-0 text-sm">
        <p className="hidden font-semibold xl:block">{name}</p>
        {profile.headline && (
          <p className="truncate text-ink-2 xl:whitespace-normal xl:break-words">{profile.headline}</p>
        )}
        {profile.topics.length > 0 && (
          <p className="mt-1 hidden break-words text-ink-2 xl:block">{profile.topics.join(" · ")}</p>
        )}
      </div>
    </div>
  );
}
