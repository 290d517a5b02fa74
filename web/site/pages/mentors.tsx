import { mentorFilterNames } from "@greenroom/contract/schedule/mentor-filters.ts";
import type { MentorQuery } from "@greenroom/contract/schedule/mentors.ts";
import { viewPlaceholder } from "@greenroom/contract/site/page-text.ts";
import { lazy, Suspense } from "react";
import { useLocation } from "react-router";
import { call } from "../../api/client.ts";
import { isPrerendering } from "../../app/page-data.ts";
import { paths } from "../../paths.ts";
import { MentorListContent } from "../../schedule/mentors/mentor-list.tsx";
import { useSession } from "../../session/session.tsx";
import { ErrorState, LoadingLines } from "../../ui/loading.tsx";
import { useInjectedView, useLoaded, useViewTimeZone, viewMeta, viewPrice } from "../mentor-views.ts";

export const meta = () => viewMeta({ path: paths.mentors, title: "Mentors", description: "" });

export default function MentorsPage() {
  return <div>{isPrerendering ? viewPlaceholder("content") : <Mentors />}</div>;
}

/** What the address asks for, as the API reads it. */
function readQuery(search: string): Record<string, string> {
  const given = new URLSearchParams(search);
  const known = [...mentorFilterNames, "sort", "after", "tz"];
  return Object.fromEntries(
    known.flatMap((name) => (given.get(name) ? [[name, given.get(name) ?? ""]] : [])),
  );
}

const FavoriteOnPage = lazy(() => import("../../schedule/mentors/favorites.tsx"));

function Mentors() {
  const { search } = useLocation();
  const { status, user } = useSession();
  const view = useInjectedView("mentors");
  const timeZone = useViewTimeZone(view);
  // The server's list is a visitor's: a signed-in interviewee has an order of their own, and days depend on the zone.
  const isOwn = user?.role === "interviewee";
  const isReady = status !== "loading" && (view === null || isOwn || view.timeZone !== timeZone);
  const { data: loaded, problem } = useLoaded(
    isReady ? JSON.stringify([search, timeZone, user?._id]) : null,
    async () => {
      // The server drops what it does not know. A shared address may name another zone.
      const query = { ...(view?.query ?? readQuery(search)), tz: timeZone } as MentorQuery;
      return { query, list: await call("GET /api/mentors", { query: query as never }) };
    },
    "The mentors could not be loaded.",
  );
  const shown = loaded ?? view;
  if (shown !== null)
    return (
      <MentorListContent
        query={shown.query}
        list={shown.list}
        timeZone={timeZone}
        price={viewPrice(view)}
        favoriteOf={({ slug, firstName }) =>
          user?.role === "interviewee" && (
            <Suspense fallback={null}>
              <FavoriteOnPage userId={user._id} mentor={slug} firstName={firstName} isCompact />
            </Suspense>
          )
        }
      />
    );
  return (
    <div className="page pt-14">
      <h1 className="mb-6 text-3xl">Choose your mentor</h1>
      {problem === null ? <LoadingLines lines={6} /> : <ErrorState message={problem} />}
    </div>
  );
}
