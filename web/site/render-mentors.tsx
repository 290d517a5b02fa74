import type { MentorView } from "@greenroom/contract/site/mentor-views.ts";
import { renderToString } from "react-dom/server";
import { MentorListContent } from "../schedule/mentors/mentor-list.tsx";
import { MentorPageContent } from "../schedule/mentors/mentor-page.tsx";

/** The content of a mentors' page, for the server: as the browser's first render, which takes it over. */
export function renderMentorView(view: MentorView): string {
  const { timeZone, price } = view;
  return renderToString(
    view.kind === "mentors" ? (
      <MentorListContent query={view.query} list={view.list} timeZone={timeZone} price={price} />
    ) : (
      <MentorPageContent page={view.page} timeZone={timeZone} from={view.from} price={price} />
    ),
  );
}
