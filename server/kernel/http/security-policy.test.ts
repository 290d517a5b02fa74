import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, useTestApp } from "../../testing/app.ts";
import { allowCheckout, createContentSecurityPolicy } from "./security-policy.ts";

describe("content security policy", () => {
  const sha256 = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

  function directive(html: string, name: string): string | undefined {
    return createContentSecurityPolicy(html)
      .split("; ")
      .find((part) => part.startsWith(`${name} `));
  }

  describe("the content-security policy of a page", () => {
    const css = "body{color:red}";

    it.each([
      ["no inline script or style", "<p>", "script-src 'self'", "style-src 'self'"],
      [
        "one of each",
        `<style>${css}</style><script type="module">start()</script>`,
        `script-src 'self' ${sha256("start()")}`,
        `style-src 'self' ${sha256(css)}`,
      ],
      [
        "the same twice",
        `<style>${css}</style><style id="x">${css}</style>`,
        "script-src 'self'",
        `style-src 'self' ${sha256(css)}`,
      ],
      [
        "structured data",
        '<script type="application/ld+json">{}</script>',
        "script-src 'self'",
        "style-src 'self'",
      ],
      [
        "files",
        '<script src="/a.js"></script><link rel="stylesheet" href="/a.css">',
        "script-src 'self'",
        "style-src 'self'",
      ],
    ])("allows what the page contains by its hash: %s", (_, html, script, style) => {
      expect(directive(html, "script-src")).toBe(script);
      expect(directive(html, "style-src")).toBe(style);
    });

    it("allows styles of unknown content in attributes only", () => {
      const allowed = createContentSecurityPolicy("<p>")
        .split("; ")
        .filter((part) => part.includes("'unsafe-inline'"));
      expect(allowed).toEqual(["style-src-attr 'unsafe-inline'"]);
    });
  });
});

describe("checkout policy", () => {
  const sources = {
    script: ["https://checkout.provider.example"],
    frame: ["https://api.provider.example"],
    connect: ["https://api.provider.example"],
  };
  const policy =
    "default-src 'none'; script-src 'self' 'sha256-x'; style-src 'self' 'sha256-y'; connect-src 'self'; frame-src 'self'; object-src 'none'; " +
    "require-trusted-types-for 'script'; trusted-types default";

  function headersOf(url: string, given: typeof sources | null): Record<string, string> {
    const headers: Record<string, string> = { "content-security-policy": policy };
    const reply = {
      getHeader: (name: string) => headers[name],
      header(name: string, value: string) {
        headers[name] = value;
      },
    };
    allowCheckout({ url }, reply as unknown as FastifyReply, given);
    return headers;
  }

  describe("the provider's checkout", () => {
    it.each(["/pricing", "/pricing/", "/pricing?plan=Pro"])("is allowed at %s", (url) => {
      const headers = headersOf(url, sources);
      expect(headers["content-security-policy"]).toBe(
        "default-src 'none'; script-src 'self' 'sha256-x' https://checkout.provider.example; " +
          "style-src 'self' 'unsafe-inline'; connect-src 'self' https://api.provider.example; frame-src 'self' https://api.provider.example; object-src 'none'",
      );
      expect(headers["cross-origin-opener-policy"]).toBe("same-origin-allow-popups");
    });

    it.each(["/", "/signin", "/pricing-old", "/interviewee-dashboard/booking", "/?x=/pricing"])(
      "is not allowed at %s",
      (url) => expect(headersOf(url, sources)).toEqual({ "content-security-policy": policy }),
    );

    it("is allowed nowhere while we use the sandbox", () => {
      expect(headersOf("/pricing", null)).toEqual({ "content-security-policy": policy });
    });
  });
});

describe("code sandbox", () => {
  const app = useTestApp();

  it("is a page without an origin and without a network, which only our own pages may frame", async () => {
    const response = await fetch(`${app.url}/code-sandbox`);
    const policy = (response.headers.get("content-security-policy") ?? "").split("; ");
    expect(policy).toContain("sandbox allow-scripts");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(
      policy.filter((directive) => /^connect-src|'self' |https?:|'unsafe-(eval|inline)/.test(directive)),
    ).toEqual([]);
    expect(response.headers.get("x-frame-options")).toBe("SAMEORIGIN");
    expect(await response.text()).toContain("new Worker(");
  });
});

describe("policy reports", () => {
  let app: TestApp;
  const logged: string[] = [];
  beforeAll(async () => {
    const log = pino({ level: "info" }, { write: (line) => void logged.push(line) });
    app = await createTestApp({ log, environment: { GREENROOM_RATE_LIMIT_FACTOR: "1" } });
  });
  afterAll(() => app.close());

  const send = (body: unknown, type = "application/csp-report") =>
    app.call("POST", "/api/policy-reports", {
      body: typeof body === "string" ? body : JSON.stringify(body),
      headers: { "content-type": type },
    });
  const violations = () =>
    logged.map((line) => JSON.parse(line)).flatMap(({ violation }) => (violation ? [violation] : []));

  describe("a report of a policy violation", () => {
    it("is one line in the log, without queries, fragments and samples", async () => {
      const answer = await send({
        "csp-report": {
          "document-uri": "https://user:secret-1@greenroom.example/signin?token=secret-2#reset=secret-3",
          "effective-directive": "script-src-elem",
          "blocked-uri": "https://evil.example/x.js?secret-4",
          "source-file": "data:text/javascript,secret-5",
          "line-number": 7,
          "script-sample": "secret-6",
        },
      });
      expect(answer.status).toBe(204);
      expect(violations()).toEqual([
        {
          directive: "script-src-elem",
          page: "https://greenroom.example/signin",
          blocked: "https://evil.example/x.js",
          source: "data:",
          line: 7,
        },
      ]);
      expect(logged.join("")).not.toContain("secret");
    });

    it("is also accepted in the newer format, which ignores reports of other kinds", async () => {
      logged.length = 0;
      const report = {
        type: "csp-violation",
        age: 1,
        body: { effectiveDirective: "require-trusted-types-for", blockedURL: "trusted-types-sink" },
      };
      const bodies = [{ type: "deprecation", body: { id: "x" } }, ...new Array(30).fill(report)];
      expect((await send(bodies, "application/reports+json")).status).toBe(204);
      expect(violations()).toHaveLength(10);
      expect(violations()[0]).toMatchObject({ blocked: "trusted-types-sink" });
    });

    it.each([
      ["no JSON", "{", "application/csp-report", 400],
      ["nothing", "", "application/csp-report", 400],
      ["not a report", "{}", "application/csp-report", 400],
      ["too long", `"${"a".repeat(17_000)}"`, "application/csp-report", 413],
      ["of another type", "{}", "application/json", 415],
      ["sent with a content type of forms", "{}", "text/plain", 415],
    ])("that is %s is refused", async (_title, body, type, status) => {
      const answer = await send(body, type);
      expect([answer.status, typeof answer.body.requestId]).toEqual([status, "string"]);
    });

    it("is limited by network address", async () => {
      const report = { "csp-report": { "effective-directive": "img-src" } };
      const statuses = new Set<number>();
      for (let count = 0; count < 61; count += 1) statuses.add((await send(report)).status);
      expect([...statuses]).toEqual([204, 429]);
    });
  });
});
