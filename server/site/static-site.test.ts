import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PageData } from "@greenroom/contract/site/page-text.ts";
import type { FastifyInstance } from "fastify";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Deps } from "../kernel/deps.ts";
import { createContentSecurityPolicy, installSecurityHeaders } from "../kernel/http/security-policy.ts";
import { useTestApp } from "../testing/app.ts";
import { getPageData } from "./page-data.ts";
import { fillTemplate } from "./prerendered-pages.ts";
import { registerStaticSite } from "./static-site.ts";

const page = `<html><head><title>⟦name⟧</title><link rel="stylesheet" href="/assets/p-1.css"/><script>boot()</script>
<script type="application/ld+json">{"name":"⟦name⟧"}</script></head>
<body><p>⟦plans.Basic.price⟧</p><ul><li class="a"><b>·</b>⟦plans.Basic.features⟧</li></ul><li>still</li></body></html>`;

const app = useTestApp({
  environment: { GREENROOM_NAME: 'Stage </script> "Door"', GREENROOM_PUBLIC_URL: "https://stage.example" },
});
let site: FastifyInstance;
let directory: string;
/** Waits longer than the second for which a page may be outdated. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 1100));

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "greenroom-site-"));
  await mkdir(join(directory, "pricing"));
  await writeFile(join(directory, "__spa-fallback.html"), "<html><head></head><body>shell</body></html>");
  await mkdir(join(directory, "assets"));
  await writeFile(join(directory, "assets", "a-1.js"), "go()");
  await writeFile(join(directory, "assets", "p-1.css"), "p{color:red}");
  await writeFile(join(directory, "pricing", "index.html"), page);
  await writeFile(join(directory, "client-routes.json"), JSON.stringify(["/", "/pricing", "/room/:id"]));
  await writeFile(join(directory, "sw.js"), "go()");
  await writeFile(join(directory, "robots.txt"), "Sitemap: ⟦publicUrl⟧/sitemap.xml");
  site = Fastify();
  installSecurityHeaders(site);
  await registerStaticSite(site, {
    siteDirectory: directory,
    deps: app.deps as Deps,
    readPageData: () => getPageData(app.deps as Deps),
  });
});
afterAll(async () => {
  await site.close();
  await rm(directory, { recursive: true, force: true });
});

describe("a prerendered page", () => {
  it("is sent with the current settings and prices, escaped for their context", async () => {
    const { body, headers } = await site.inject("/pricing");
    expect(body).toContain("<title>Stage &lt;/script&gt; &quot;Door&quot;</title>");
    expect(body).toContain('{"name":"Stage \\u003c/script> \\"Door\\""}');
    expect(body).toContain("<p>₹99</p>");
    expect(body).not.toContain("⟦");
    const pageData = /id="greenroom-page-data">(.*?)<\/script>/.exec(body)?.[1] ?? "";
    expect((JSON.parse(pageData) as PageData).site.name).toBe('Stage </script> "Door"');
    expect(headers["content-security-policy"]).toMatch(/script-src 'self' 'sha256-[^ ]+';/);
    expect(headers["content-security-policy"]).toMatch(
      /require-trusted-types-for 'script'; trusted-types default /,
    );
  });

  it("repeats an item for each text of a list", async () => {
    const { body } = await site.inject("/pricing");
    expect(body.match(/<li class="a"><b>·<\/b>/g)).toHaveLength(3);
    expect(body).toContain("<li>still</li>");
  });

  it("changes with the prices, without a restart", async () => {
    const before = await site.inject("/pricing");
    await app.deps.pool.query("update coupons set is_launch_offer = false");
    await settled();
    const after = await site.inject("/pricing");
    await app.deps.pool.query("update coupons set is_launch_offer = true where code = 'HAI50'");
    expect(after.body).toContain("<p>₹399</p>");
    expect(after.headers.etag).not.toBe(before.headers.etag);
    await settled();
  });

  it("is not sent again to a browser that has it, and is compressed for clients that accept that", async () => {
    const { headers } = await site.inject("/pricing");
    const again = await site.inject({ url: "/pricing", headers: { "if-none-match": String(headers.etag) } });
    expect(again.statusCode).toBe(304);
    const small = await site.inject({ url: "/pricing", headers: { "accept-encoding": "gzip, br" } });
    expect(small.headers["content-encoding"]).toBe("br");
  });
});

it("lets a page read the packages of Python, and nothing else of other origins", () => {
  const url = "https://packages.example/full/";
  const policy = createContentSecurityPolicy("<p>", url).split("; ");
  expect(policy).toContain(`connect-src 'self' ${url}`);
  expect(policy.filter((directive) => directive.includes("packages.example"))).toHaveLength(1);
});

it("needs no style sheet for its first paint", async () => {
  const { body, headers } = await site.inject("/pricing");
  expect(body).toContain(
    '<style>p{color:red}</style><link disabled="" rel="stylesheet" href="/assets/p-1.css"/>',
  );
  expect(headers["content-security-policy"]).toMatch(/style-src 'self' 'sha256-/);
});

it("other paths get the app shell, unless they cannot be a page", async () => {
  for (const url of ["/room/1", "/Room/1/?tab=code"]) {
    const { statusCode, body } = await site.inject(url);
    expect([statusCode, body]).toEqual([200, expect.stringContaining("shell")]);
  }
  expect((await site.inject("/videos/none.webm")).statusCode).toBe(404);
  expect((await site.inject("/robots.txt")).body).toBe("Sitemap: https://stage.example/sitemap.xml");
});

it.each(["/nothing", "/room", "/room/1/2", "/wp-login.php", "/client-routes.json"])(
  "a path for which the browser's router has no page: %s gets the app shell with 404, also in a browser that has the shell",
  async (url) => {
    const { headers } = await site.inject("/room/1");
    const conditional = { "if-none-match": String(headers.etag) };
    const { statusCode, body } = await site.inject({ url, headers: conditional });
    expect([statusCode, body]).toEqual([404, expect.stringContaining("shell")]);
  },
);

describe("every response, be it a page, a hashed file or an error", () => {
  it.each(["/pricing", "/assets/a-1.js", "/robots.txt", "/sw.js", "/assets/none.js", "/room/1"])(
    "%s",
    async (url) => {
      const { headers } = await site.inject(url);
      expect(headers).toMatchObject({
        "strict-transport-security": "max-age=31536000; includeSubDomains",
        "x-content-type-options": "nosniff",
        "referrer-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
      });
      expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    },
  );

  it("only files with a hash in their name are cached forever", async () => {
    const kept = async (url: string) => (await site.inject(url)).headers["cache-control"];
    expect(await kept("/assets/a-1.js")).toBe("public, max-age=31536000, immutable");
    expect(await kept("/pricing")).toBe("no-cache");
  });
});

it("the worker of the site can reach this site and no other", async () => {
  const { headers } = await site.inject("/sw.js");
  expect(headers["content-security-policy"]).toContain(
    "default-src 'none'; connect-src 'self'; img-src 'self'",
  );
});

it("a placeholder without a value is an error, not a page", async () => {
  const pageData = await getPageData(app.deps);
  expect(() => fillTemplate("⟦nobody⟧", "text", pageData)).toThrow("⟦nobody⟧");
});
