import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { CheckKind } from "@greenroom/contract/people/mentor-options.ts";
import type { PageData } from "@greenroom/contract/site/page-text.ts";
import type { FastifyInstance } from "fastify";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inTransaction } from "../kernel/db/transaction.ts";
import type { Deps } from "../kernel/deps.ts";
import { AppError } from "../kernel/errors.ts";
import { installSecurityHeaders } from "../kernel/http/security-policy.ts";
import { recordCheck, setCheckWithdrawn } from "../people/interviewers/mentor-checks.ts";
import { offerSlot } from "../schedule/bookings/bookings.testing.ts";
import { signUpMentor } from "../schedule/mentors/mentors.testing.ts";
import { countNumbers } from "../schedule/mentors/numbers.ts";
import { type SignedUpUser, useTestApp } from "../testing/app.ts";
import { renderModule } from "./mentor-pages.ts";
import { getPageData } from "./page-data.ts";
import { registerStaticSite } from "./static-site.ts";

const template = `<html><head><title>⟦view.title⟧</title><link rel="canonical" href="⟦publicUrl⟧⟦view.path⟧"/>
<script type="application/ld+json">{"@context":"https://schema.org","@graph":"⟦view.graph⟧"}</script></head>
<body><h1>⟦name⟧</h1><div>⟦view.content⟧</div></body></html>`;
/** Stands for the bundled components. */
const render = `exports.renders = 0;
exports.renderMentorView = (view) => {
  exports.renders += 1;
  // As long as a real page takes.
  for (const end = performance.now() + 10; performance.now() < end; );
  return view.kind === "mentors"
  ? "<ul>" + view.list.mentors.map((mentor) => "<li>" + mentor.slug + "</li>").join("") + "</ul>"
  : "<p>⟦name⟧ " + view.page.mentor.slug + " " + view.page.slots.length + "</p>";
};`;

const app = useTestApp({ environment: { GREENROOM_PUBLIC_URL: "https://stage.example" } });
let site: FastifyInstance;
let directory: string;
let mentor: SignedUpUser;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "greenroom-mentors-"));
  await mkdir(join(directory, "mentors", "template"), { recursive: true });
  await writeFile(join(directory, "mentors", "index.html"), template);
  await writeFile(join(directory, "mentors", "template", "index.html"), template);
  await writeFile(join(directory, "__spa-fallback.html"), "<html><head></head><body>shell</body></html>");
  await writeFile(join(directory, "robots.txt"), "Sitemap: ⟦publicUrl⟧/sitemap-mentors.xml");
  await writeFile(join(directory, "client-routes.json"), JSON.stringify(["/", "/mentors", "/mentors/:slug"]));
  await writeFile(join(directory, renderModule), render);
  mentor = await signUpMentor(app, { slug: "kavya-r", headline: "I <3 ranking </script> ⟦view.content⟧" });
  await signUpMentor(app, { slug: "arjun", roles: ["data-analyst"] });
  await signUpMentor(app, { slug: "private-person", isListed: false });
  await offerSlot(app, mentor, "2026-11-23T13:30:00.000Z");
  site = Fastify();
  installSecurityHeaders(site);
  await registerStaticSite(site, {
    siteDirectory: directory,
    deps: app.deps,
    readPageData: () => getPageData(app.deps),
  });
});
afterAll(async () => {
  await site.close();
  await rm(directory, { recursive: true, force: true });
});

const renders = () => createRequire(import.meta.url)(join(directory, renderModule)).renders as number;

const open = async (url: string) => {
  const { statusCode, body, headers } = await site.inject(url);
  const json = /id="greenroom-page-data">(.*?)<\/script>/.exec(body)?.[1];
  const linked = /ld\+json">(.*?)<\/script>/.exec(body)?.[1];
  return {
    ...{ statusCode, body, headers },
    view: json === undefined ? undefined : (JSON.parse(json) as PageData).view,
    graph: linked === undefined ? [] : JSON.parse(linked)["@graph"],
  };
};

describe("the list of mentors", () => {
  it("is in the page, with the data of the first render", async () => {
    const { statusCode, body, view, graph, headers } = await open("/mentors?role=ml-engineer");
    expect(statusCode).toBe(200);
    expect(body).toContain("<div><ul><li>kavya-r</li></ul></div>");
    expect(body).toContain('href="https://stage.example/mentors"');
    expect(view).toMatchObject({ kind: "mentors", timeZone: "Asia/Kolkata", query: { role: "ml-engineer" } });
    expect(graph[0].itemListElement[0].url).toBe("https://stage.example/mentors/kavya-r");
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
  });

  it.each(["role=king&utm_source=mail", "after=x", "tz=Mars", "role=ml-engineer&role=king&limit=1"])(
    "ignores what it does not know: %s",
    async (search) => {
      const { statusCode, view } = await open(`/mentors?${search}`);
      expect([statusCode, view?.kind]).toEqual([200, "mentors"]);
    },
  );

  it("is in the zone of the address", async () => {
    expect((await open("/mentors?tz=Europe/London")).view?.timeZone).toBe("Europe/London");
  });
});

describe("a mentor's page", () => {
  it("is complete, whatever the mentor wrote", async () => {
    const { statusCode, body, view, graph } = await open("/mentors/kavya-r");
    expect(statusCode).toBe(200);
    // What people wrote is no placeholder and no element.
    expect(body).toContain("<div><p>⟦name⟧ kavya-r 1</p></div>");
    expect(body.match(/<script/g)).toHaveLength(2);
    expect(view).toMatchObject({ kind: "mentor", page: { mentor: { slug: "kavya-r" } } });
    expect(graph[0]).toMatchObject({
      "@type": "Person",
      name: "Kavya",
      description: "I 3 ranking /script> ⟦view.content⟧",
    });
    expect(JSON.stringify(view)).not.toMatch(/@test|98765|Rao|userId/);
  });

  it("has its rating for search engines from five ratings on", async () => {
    await countNumbers(app.deps.database, [mentor.user._id], app.clock.now());
    for (const [ratings, expected] of [
      [4, undefined],
      [5, 5],
    ] as const) {
      await app.deps.pool.query("update mentor_numbers set ratings = $1, rating = 4.8", [ratings]);
      // Another address, because pages are kept for some seconds.
      const { graph } = await open(`/mentors/kavya-r?from=2026-11-20T1${ratings}:00:00Z`);
      expect(graph[1].aggregateRating?.ratingCount).toBe(expected);
    }
  });

  it.each(["/mentors/nobody", "/mentors/private-person", "/mentors/template"])(
    "is not found at %s",
    async (url) => {
      const { statusCode, body } = await open(url);
      expect([statusCode, body]).toEqual([404, expect.stringContaining("shell")]);
    },
  );

  it.each([
    ["/mentors/", "/mentors"],
    ["/mentors/kavya-r/?from=now", "/mentors/kavya-r?from=now"],
  ])("has one address: %s", async (url, address) => {
    const { statusCode, headers } = await open(url);
    expect([statusCode, headers.location]).toEqual([301, address]);
  });

  it("stays for a network that has asked for too much, and so does the list; its searches are the page's to explain", async () => {
    const limits = { count: () => Promise.reject(new AppError("too_many_requests", { msg: "Too often." })) };
    const strict = Fastify();
    await registerStaticSite(strict, {
      siteDirectory: directory,
      deps: { ...app.deps, limits } as unknown as Deps,
      readPageData: () => getPageData(app.deps),
    });
    const statusOf = async (url: string) => {
      const { statusCode, headers } = await strict.inject(url);
      return [statusCode, headers["content-type"]];
    };
    const html = "text/html; charset=utf-8";
    expect(await statusOf("/mentors")).toEqual([200, html]);
    expect(await statusOf("/mentors/kavya-r")).toEqual([200, html]);
    expect(await statusOf("/mentors?role=ml-engineer")).toEqual([429, html]);
    await strict.close();
  });

  it("lets other calls come between when many of one mentor are asked for at once", async () => {
    const before = renders();
    const pages = Array.from({ length: 60 }, async (_, hour) => {
      const from = new Date(Date.UTC(2026, 10, 25, hour)).toISOString();
      expect((await open(`/mentors/kavya-r?from=${from}`)).statusCode).toBe(200);
    });
    while (renders() === before) await setImmediate();
    expect((await app.call("GET", "/api/mentors/kavya-r")).status).toBe(200);
    expect(renders() - before).toBeLessThan(30);
    await Promise.all(pages);
  });

  it("is made once for all who ask for it at once", async () => {
    const before = renders();
    const url = "/mentors/arjun?from=2026-11-24T10:00:00Z";
    await Promise.all(Array.from({ length: 20 }, () => open(url)));
    expect(renders() - before).toBe(1);
  });

  it("is in the sitemap if it is public, and the components are not served", async () => {
    const { body } = await open("/sitemap-mentors.xml");
    expect(body.match(/<loc>[^<]*/g)?.sort()).toEqual([
      "<loc>https://stage.example/mentors/arjun",
      "<loc>https://stage.example/mentors/kavya-r",
    ]);
    expect((await open(`/${renderModule}`)).statusCode).toBe(404);
  });
});

it("the site's average is counted from 30 ratings on, and is the setting before", async () => {
  const trust = async () => (await app.call("GET", "/api/site")).body.trust;
  await app.deps.pool.query("update mentor_numbers set ratings = 29, rating = 4.2");
  expect(await trust()).toMatchObject({ averageRating: 4.8, ratings: null });
  await app.deps.pool.query("update mentor_numbers set ratings = 30");
  expect(await trust()).toMatchObject({ averageRating: 4.2, ratings: 30 });
});

it("pages say of the mentors what operators checked of those who are listed", async () => {
  const facts = async () => (await app.call("GET", "/api/site")).body.mentorFacts;
  const nothing = { degrees: 0, school: null, iitGraduates: 0, veterans: 0, hiringManagers: 0 };
  expect(await facts()).toEqual({ listed: 2, ...nothing });
  const operator = await app.signUpOperator();
  const unlisted = await signUpMentor(app, { slug: "elsewhere", isListed: false });
  const check = (person: SignedUpUser, kind: CheckKind, claim: string) =>
    inTransaction(app.deps.database, (tx) =>
      recordCheck(tx, {
        ...{ userId: person.user._id, kind, claim, evidence: "Seen on a call" },
        ...{ checkedBy: operator.user._id, checkedAt: app.clock.now() },
      }),
    );
  await check(unlisted, "degree", "IIT Madras degree");
  await check(unlisted, "employer", "Hiring manager at Searchly");
  expect(await facts()).toEqual({ listed: 2, ...nothing });

  const id = await check(mentor, "degree", "IIT Bombay degree");
  await check(mentor, "identity", "IIT Bombay degree");
  await check(mentor, "employer", "Hiring manager at Searchly");
  const checked = {
    listed: 2,
    degrees: 1,
    school: "IIT Bombay",
    iitGraduates: 1,
    veterans: 0,
    hiringManagers: 1,
  };
  expect(await facts()).toEqual(checked);
  await app.deps.pool.query("update interviewer_profiles set years = 10 where user_id = $1", [
    mentor.user._id,
  ]);
  expect(await facts()).toEqual({ ...checked, veterans: 1 });

  // Half of two is enough, one of three is not.
  await signUpMentor(app, { slug: "third" });
  expect(await facts()).toMatchObject({ listed: 3, degrees: 1, school: null });
  await inTransaction(app.deps.database, (tx) => setCheckWithdrawn(tx, id, app.clock.now()));
  expect(await facts()).toMatchObject({ degrees: 0, iitGraduates: 0, hiringManagers: 1 });
  await app.deps.pool.query("update interviewer_profiles set listed_at = null where user_id = $1", [
    mentor.user._id,
  ]);
  expect(await facts()).toEqual({ ...nothing, listed: 2 });
});
