import { viewPlaceholder } from "@greenroom/contract/site/page-text.ts";
import { lazy, Suspense } from "react";
import { useLocation, useParams } from "react-router";
import { call } from "../../api/client.ts";
import { isPrerendering } from "../../app/page-data.ts";
import { paths } from "../../paths.ts";
import { MentorPageContent } from "../../schedule/mentors/mentor-page.tsx";
import { useSession } from "../../session/session.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/content.tsx";
import { LoadingLines } from "../../ui/loading.tsx";
import { useInjectedView, useLoaded, useViewTimeZone, viewMeta, viewPrice } from "../mentor-views.ts";

export const meta = () => viewMeta({ path: paths.mentors, title: "Mentor", description: "" });

export default function MentorRoute() {
  return <div>{isPrerendering ? viewPlaceholder("content") : <Mentor />}</div>;
}

const FavoriteOnPage = lazy(() => import("../../schedule/mentors/favorites.tsx"));

function Mentor() {
  // Not known in the first render, like in the server's.
  const { user } = useSession();
  const { slug = "" } = useParams();
  const { search } = useLocation();
  const view = useInjectedView("mentor");
  const timeZone = useViewTimeZone(view);
  const from = new URLSearchParams(search).get("from");
  const { data: page, problem } = useLoaded(
    view === null ? JSON.stringify([slug, from]) : null,
    () => call("GET /api/mentors/:slug", { params: { slug }, query: from === null ? {} : { from } }),
    "The page could not be loaded.",
  );
  const shown = view?.page ?? page;
  if (shown !== null)
    return (
      <MentorPageContent
        page={shown}
        timeZone={timeZone}
        from={view === null ? from : view.from}
        price={viewPrice(view)}
        favorite={
          user?.role === "interviewee" && (
            <Suspense fallback={null}>
              <FavoriteOnPage
                userId={user._id}
                mentor={shown.mentor.slug}
                firstName={shown.mentor.firstName}
              />
            </Suspense>
          )
        }
      />
    );
  return (
    <div className="page pt-14">
      {problem === null ? (
        <LoadingLines lines={6} />
      ) : (
        <EmptyState
          headingLevel={2}
          title={problem}
          action={
            <a href={paths.mentors} className={buttonClass()}>
              See mentors
            </a>
          }
        />
      )}
    </div>
  );
}
