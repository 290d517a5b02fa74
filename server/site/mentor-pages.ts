import { createRequire } from "node:module";
import { join } from "node:path";
import { instantSchema } from "@greenroom/contract/kernel/instants.ts";
import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import { mentorRoleNames } from "@greenroom/contract/people/mentor-options.ts";
import type { PublicMentor } from "@greenroom/contract/people/mentors.ts";
import { defaultMentorRows } from "@greenroom/contract/schedule/mentor-filters.ts";
import {
  type MentorNumbers,
  type MentorQuery,
  mentorQuerySchema,
} from "@greenroom/contract/schedule/mentors.ts";
import type { MentorListView, MentorPageView, MentorView } from "@greenroom/contract/site/mentor-views.ts";
import { formatPrice } from "@greenroom/contract/site/page-text.ts";
import { createSemaphore } from "../kernel/concurrency.ts";
import type { Deps } from "../kernel/deps.ts";
import { AppError } from "../kernel/errors.ts";
import { escapeHtml } from "../kernel/escape.ts";
import { networkOf } from "../kernel/http/rate-limits.ts";
import { listPlans } from "../money/plans/pricing.ts";
import { getMentor, listMentors, listSlugs } from "../schedule/mentors/directory.ts";
import type { RenderedPage, SitePages } from "./prerendered-pages.ts";

/* The mentors' pages are complete without a script: the content is rendered here, by the components of the browser,
   and put into a prerendered template (docs/decisions/0111-server-rendered-mentors.md). */

export const mentorListPath = "/mentors";
/** Where the template of every mentor's page was built (web/paths.ts). */
export const mentorTemplatePath = "/mentors/template";
/** The components, bundled by the build of the site (scripts/lib-build.mjs). */
export const renderModule = "render-mentors.cjs";

/** How long a rendered page is sent, in milliseconds. */
const maxAgeMilliseconds = 3000;
/** Limits the memory: visitors can ask for any filters. */
const maxPages = 200;

/**
 * The next one is read while one is rendered. More at once would fill the database's connections and then render one after
 * the other, without another call in between.
 */
const pagesAtOnce = 2;

export interface MentorPages {
  list(search: URLSearchParams, address: string): Promise<RenderedPage>;
  /** Null for nobody, and for somebody who is not listed. */
  mentor(slug: string, from: string | null, address: string): Promise<RenderedPage | null>;
  /** The addresses of all mentors, for search engines. */
  sitemap(): Promise<string>;
}

/** The pages; null if the site was built without them. */
export function openMentorPages(deps: Deps, pages: SitePages, directory: string): MentorPages | null {
  if (!pages.paths().includes(mentorListPath)) return null;
  const require = createRequire(import.meta.url);
  const { renderMentorView } = require(join(directory, renderModule)) as {
    renderMentorView(view: MentorView): string;
  };
  const turns = createSemaphore({
    places: pagesAtOnce,
    maxWaiting: 300,
    maxWaitMilliseconds: 10_000,
    busyMessage: "Too many people are looking at mentors right now. Please try again in a moment.",
  });
  const kept = new Map<string, { at: number; page: Promise<RenderedPage | null> }>();

  /**
   * Renders a page at most once every few seconds. Making one that only its query asks for counts toward the limit of the
   * visitor's network.
   */
  async function keep(key: string, searcher: string | null, make: () => Promise<RenderedPage | null>) {
    const isKept = () =>
      performance.now() - (kept.get(key)?.at ?? Number.NEGATIVE_INFINITY) < maxAgeMilliseconds;
    if (!isKept() && searcher !== null)
      await deps.limits.count("mentor-search-by-address", networkOf(searcher));
    const known = kept.get(key);
    if (known !== undefined && isKept()) return await known.page;
    if (kept.size >= maxPages) kept.clear();
    const page = turns.run(make);
    // Until it is made, everybody who asks for it waits for the same one.
    const entry = { at: Number.POSITIVE_INFINITY, page };
    kept.set(key, entry);
    page.then(
      () => {
        entry.at = performance.now();
      },
      () => kept.delete(key),
    );
    return await page;
  }

  return {
    async list(search, address) {
      const query = readQuery(search);
      const searcher = Object.keys(query).length === 0 ? null : address;
      const page = await keep(JSON.stringify(query), searcher, async () => {
        const view = await viewList(deps, query);
        return await pages.fill(mentorListPath, view, renderMentorView(view));
      });
      if (page === null) throw new Error("the list of mentors was not rendered");
      return page;
    },
    mentor(slug, from, address) {
      const start = instantSchema.safeParse(from);
      const fromInstant = start.success ? startOfHour(new Date(start.data)) : null;
      const searcher = fromInstant === null ? null : address;
      return keep(JSON.stringify([slug, fromInstant]), searcher, async () => {
        const view = await findView(deps, slug, fromInstant);
        return view === null ? null : await pages.fill(mentorTemplatePath, view, renderMentorView(view));
      });
    },
    async sitemap() {
      const urls = (await listSlugs(deps)).map(
        (slug) =>
          `  <url><loc>${escapeHtml(`${deps.config.publicUrl}${mentorListPath}/${slug}`)}</loc></url>\n`,
      );
      return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("")}</urlset>
`;
    },
  };
}

/** Few addresses lead to different pages. */
const startOfHour = (instant: Date) => new Date(Math.floor(instant.getTime() / 3_600_000) * 3_600_000);

/** What an address asks for. Whatever it says that we do not know is ignored: people share and shorten addresses. */
function readQuery(search: URLSearchParams): MentorQuery {
  const query: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(mentorQuerySchema.shape)) {
    const given = search.get(name);
    if (given === null || name === "limit") continue;
    const read = schema.safeParse(given);
    if (read.success && read.data !== undefined) query[name] = read.data;
  }
  if (typeof query.after === "number") query.after -= query.after % defaultMentorRows;
  return query;
}

async function viewList(deps: Deps, query: MentorQuery): Promise<MentorListView> {
  const { business, publicUrl } = deps.config;
  const list = await listMentors(deps, null, query);
  return {
    kind: "mentors",
    title: "Mentors for mock interviews in AI, ML and data science",
    description:
      "Choose who interviews you: role, level, topics, language, rating and free times, before you sign up or pay.",
    path: mentorListPath,
    graph: [
      {
        "@type": "ItemList",
        itemListElement: list.mentors.map(({ slug }, index) => ({
          "@type": "ListItem",
          position: index + 1,
          url: `${publicUrl}${mentorListPath}/${slug}`,
        })),
      },
    ],
    timeZone: query.tz ?? business.timeZone,
    price: await readPrice(deps),
    query,
    list,
  };
}

/** Of one interview, for a visitor. */
async function readPrice(deps: Deps): Promise<string> {
  const plans = await listPlans(deps, null);
  return formatPrice(plans.find(({ planType }) => planType === "Basic")?.newPrice ?? 0);
}

async function findView(deps: Deps, slug: string, from: Date | null): Promise<MentorPageView | null> {
  const { business, publicUrl } = deps.config;
  try {
    const page = await getMentor(deps, slug, from ?? undefined);
    const { mentor, numbers } = page;
    const name = fullName(mentor);
    const path = `${mentorListPath}/${mentor.slug}`;
    const roles = mentor.roles.map((role) => mentorRoleNames[role]).join(", ");
    return {
      kind: "mentor",
      title: `${name}, mock interviews${roles === "" ? "" : ` for ${roles}`}`,
      description:
        mentor.headline === "" ? `Book a live mock interview with ${name}.` : `${name}: ${mentor.headline}`,
      path,
      graph: describePerson(mentor, numbers, `${publicUrl}${path}`, publicUrl),
      timeZone: business.timeZone,
      price: await readPrice(deps),
      page,
      from: from?.toISOString() ?? null,
    };
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

/** A person and the service that they offer. The policy for strings refuses tags in it, so it has no `<`. */
function describePerson(
  mentor: PublicMentor,
  { rating }: MentorNumbers,
  url: string,
  publicUrl: string,
): object[] {
  const { photoUrl, headline } = mentor;
  const name = fullName(mentor);
  const person = {
    "@type": "Person",
    "@id": `${url}#person`,
    name,
    url,
    ...(headline === "" ? {} : { description: headline.replaceAll("<", "") }),
    ...(photoUrl === null ? {} : { image: `${publicUrl}${photoUrl}` }),
  };
  const service = {
    "@type": "Service",
    name: `Mock interview with ${name}`,
    serviceType: "Mock interview",
    url,
    provider: { "@id": person["@id"] },
    ...(rating === null
      ? {}
      : {
          aggregateRating: {
            "@type": "AggregateRating",
            ratingValue: rating.average,
            ratingCount: rating.count,
            bestRating: 5,
            worstRating: 1,
          },
        }),
  };
  return [person, service];
}
