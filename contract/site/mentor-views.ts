import type { MentorList, MentorPage, MentorQuery } from "../schedule/mentors.ts";

/* What the server renders into the mentors' pages, and the browser's first render is drawn with. Types only, because
   public pages load no schemas. */

interface ViewHead {
  /** For search engines, without the site's name. */
  title: string;
  description: string;
  /** The canonical path. */
  path: string;
  /** Data in schema.org's vocabulary. */
  graph: object[];
  /** The zone of all times. */
  timeZone: string;
  /** Of a first interview, as a visitor pays it now: `₹99`. */
  price: string;
}

export interface MentorListView extends ViewHead {
  kind: "mentors";
  query: MentorQuery;
  list: MentorList;
}

export interface MentorPageView extends ViewHead {
  kind: "mentor";
  page: MentorPage;
  /** From when on the free times are shown; null for now. */
  from: string | null;
}

export type MentorView = MentorListView | MentorPageView;
