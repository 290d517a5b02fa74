import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

const razorpay = {
  GREENROOM_RAZORPAY_KEY_ID: "rzp_live_AbCdEfGhIjKlMn",
  GREENROOM_RAZORPAY_KEY_SECRET: "the key's secret",
  GREENROOM_RAZORPAY_WEBHOOK_SECRET: "the webhook's own secret",
};
const zoom = {
  GREENROOM_ZOOM_ACCOUNT_ID: "AbCdEfGhIjKlMnOpQrStUv",
  GREENROOM_ZOOM_CLIENT_ID: "the client's id",
  GREENROOM_ZOOM_CLIENT_SECRET: "the client's secret",
  GREENROOM_ZOOM_HOSTS: "Ira@greenroom.example, KDcuGIm1QgePTO8WbOqwIQ",
};
const url = "https://models.example/v1/";
const model = { GREENROOM_AI_URL: url, GREENROOM_AI_MODEL: "small" };

describe("config", () => {
  const withoutFiles = {
    NODE_ENV: "production",
    DATABASE_URL: "postgres://greenroom@db.example/greenroom",
    GREENROOM_SECRET: "a secret of at least thirty-two characters",
    GREENROOM_PUBLIC_URL: "https://greenroom.example/",
    GREENROOM_SMTP_URL: "smtps://user:password@mail.example:465",
    GREENROOM_TURN_URLS: "turn:turn.example:3478",
    GREENROOM_TURN_SECRET: "the relay's secret",
    ...razorpay,
  };
  const bucket = {
    GREENROOM_S3_BUCKET: "greenroom-files",
    GREENROOM_S3_ACCESS_KEY_ID: "0040a1",
    GREENROOM_S3_SECRET_ACCESS_KEY: "K004…",
  };
  const production = { ...withoutFiles, ...bucket };

  describe("production", () => {
    it("starts once every required setting is set", () => {
      const config = readConfig({ ...production, GREENROOM_DEMO: "true" });
      expect(config).toMatchObject({
        isProduction: true,
        withDemoData: false,
        publicUrl: "https://greenroom.example",
        payments: { kind: "razorpay", keyId: "rzp_live_AbCdEfGhIjKlMn", apiUrl: "https://api.razorpay.com" },
      });
    });

    it.each([
      "DATABASE_URL",
      "GREENROOM_SECRET",
      "GREENROOM_PUBLIC_URL",
      "GREENROOM_SMTP_URL",
      "GREENROOM_RAZORPAY_KEY_ID",
      "GREENROOM_RAZORPAY_KEY_SECRET",
      "GREENROOM_RAZORPAY_WEBHOOK_SECRET",
      "GREENROOM_TURN_URLS",
    ])("names %s when it is missing or blank", (name) => {
      expect(() => readConfig({ ...production, [name]: undefined })).toThrow(
        `${name} must be set in production`,
      );
      expect(() => readConfig({ ...production, [name]: "  " })).toThrow(`${name} must be set in production`);
    });

    it("starts without a TURN server only if a setting says so, or if meetings are Zoom's", () => {
      const withoutTurn = { ...production, GREENROOM_TURN_URLS: "none", GREENROOM_TURN_SECRET: undefined };
      expect(readConfig(withoutTurn).ice.turn).toBeNull();
      expect(readConfig({ ...withoutTurn, GREENROOM_TURN_URLS: undefined, ...zoom }).ice.turn).toBeNull();
      expect(() => readConfig({ ...production, GREENROOM_TURN_URLS: "none" })).toThrow("belong together");
    });
  });

  describe("NODE_ENV", () => {
    it("is refused when misspelled, because development's defaults would run on production's data", () => {
      expect(() => readConfig({ NODE_ENV: "prod" })).toThrow(
        'NODE_ENV is "prod". Set it to production, or leave it out for development.',
      );
    });

    it.each([
      { title: "embedded database", environment: {}, withDemoData: true },
      { title: "own database", environment: { DATABASE_URL: "postgres://db/x" }, withDemoData: false },
      {
        title: "own database, on request",
        environment: { DATABASE_URL: "postgres://db/x", GREENROOM_DEMO: "true" },
        withDemoData: true,
      },
    ])("when left out, $title: demo data is $withDemoData", ({ environment, withDemoData }) => {
      expect(readConfig(environment).withDemoData).toBe(withDemoData);
    });
  });

  describe("a setting of a wrong form", () => {
    it("is not repeated where it may contain a password", () => {
      expect(() => readConfig({ DATABASE_URL: "mysql://root:hunter2@db/x" })).toThrow(
        /^DATABASE_URL must be an address like (?!.*hunter2)/,
      );
    });

    it.each(["hello@greenroom.example", "Greenroom <hello@greenroom.example>"])(
      "%s sends mail",
      (mailFrom) => {
        expect(readConfig({ GREENROOM_MAIL_FROM: mailFrom })).toMatchObject({ mailFrom });
      },
    );
  });

  describe("the payment provider", () => {
    it("is the sandbox until all three of Razorpay's keys are set", () => {
      expect(readConfig({}).payments).toEqual({ kind: "sandbox" });
      expect(readConfig(razorpay).payments).toMatchObject({ kind: "razorpay" });
      for (const name of Object.keys(razorpay)) {
        expect(() => readConfig({ ...razorpay, [name]: "" })).toThrow(`${name} must be set together`);
      }
    });

    it.each([
      ["one secret", "0123456789abcdef", ["0123456789abcdef"]],
      [
        "a new and the previous secret",
        "0123456789abcdef, fedcba9876543210",
        ["0123456789abcdef", "fedcba9876543210"],
      ],
    ])("accepts %s for webhooks", (_case, value, secrets) => {
      const { payments } = readConfig({ ...razorpay, GREENROOM_RAZORPAY_WEBHOOK_SECRET: value });
      expect(payments).toMatchObject({ webhookSecrets: secrets });
    });

    it("does not repeat a wrong secret", () => {
      const given = { ...razorpay, GREENROOM_RAZORPAY_WEBHOOK_SECRET: "hunter2" };
      expect(() => readConfig(given)).toThrow(/^(?!.*hunter2)/);
    });
  });

  describe("the storage", () => {
    it("is a folder until a bucket is set, and in production only if a setting allows it", () => {
      expect(readConfig({}).storage).toEqual({ kind: "disk" });
      expect(readConfig({ ...withoutFiles, GREENROOM_STORAGE: "disk" }).storage).toEqual({ kind: "disk" });
      expect(() => readConfig(withoutFiles)).toThrow(
        "GREENROOM_S3_BUCKET must be set in production, or GREENROOM_STORAGE=disk to keep files on this one machine.",
      );
    });

    it("is a bucket once all three settings are set, with an optional prefix that ends in a slash", () => {
      expect(readConfig({ ...bucket, GREENROOM_S3_PREFIX: "greenroom/live" }).storage).toEqual({
        kind: "s3",
        bucket: "greenroom-files",
        region: "us-east-1",
        endpoint: null,
        usesPathStyle: false,
        accessKeyId: "0040a1",
        secretAccessKey: "K004…",
        prefix: "greenroom/live/",
      });
      for (const name of Object.keys(bucket)) {
        expect(() => readConfig({ ...bucket, [name]: "" })).toThrow(`${name} must be set together`);
      }
    });
  });

  describe("the meeting provider", () => {
    it("is our own room until all four of Zoom's settings are set, in production too", () => {
      expect(readConfig(production).meetings).toEqual({ kind: "room" });
      expect(readConfig({ ...production, ...zoom }).meetings).toMatchObject({
        kind: "zoom",
        hosts: ["ira@greenroom.example", "KDcuGIm1QgePTO8WbOqwIQ"],
        meetingsAtATime: 1,
        apiUrl: "https://api.zoom.us",
        oauthUrl: "https://zoom.us",
      });
      for (const name of Object.keys(zoom)) {
        expect(() => readConfig({ ...production, ...zoom, [name]: "" })).toThrow(
          `${name} must be set together`,
        );
      }
    });
  });

  describe("an unknown variable", () => {
    it("is refused, because a misspelled one would silently have no effect", () => {
      expect(() => readConfig({ GREENROOM_SMPT_URL: "1" })).toThrow("GREENROOM_SMPT_URL is not a setting");
    });

    it("is ignored without our prefix, and counts as unset when it is blank", () => {
      expect(readConfig({ PGHOST: "x", GREENROOM_UNKNOWN: "" }).port).toBe(3000);
    });
  });

  it("a limit is never raised in production", () => {
    expect(() => readConfig({ ...production, GREENROOM_RATE_LIMIT_FACTOR: "2" })).toThrow(
      "GREENROOM_RATE_LIMIT_FACTOR must not be over 1 in production.",
    );
  });

  describe("several servers", () => {
    const shared = {
      DATABASE_URL: "postgres://pooler/x",
      GREENROOM_DATABASE_DIRECT_URL: "postgres://db/x",
      GREENROOM_REPLICA_URL: "postgres://replica/x",
      GREENROOM_REDIS_URL: "rediss://user:secret@redis:6379",
    };

    it("are off unless they are set", () => {
      const off = { role: "all", directDatabaseUrl: null, redisUrl: null, replica: null };
      expect(readConfig({}).scaling).toEqual(off);
      const { scaling, shownSettings } = readConfig({ ...shared, GREENROOM_ROLE: "worker" });
      expect(scaling).toEqual({
        role: "worker",
        directDatabaseUrl: "postgres://db/x",
        redisUrl: "rediss://user:secret@redis:6379",
        replica: { url: "postgres://replica/x", maxLagSeconds: 5 },
      });
      expect(shownSettings.get("GREENROOM_REDIS_URL")?.value).toBe("rediss://user:…@redis:6379");
    });

    it.each([
      ["postgres://g:p@ss@db/x", "postgres://g:…@db/x"],
      ["postgres://g@server:hunter2@db/x", "postgres://g@server:…@db/x"],
      ["postgres://db/x?user=g&password=hunter2", "postgres://db/x?user=g&password=…"],
      ["postgres://db/x?sslpassword=hunter2&user=g", "postgres://db/x?sslpassword=…&user=g"],
      ["postgres://db/x", "postgres://db/x"],
    ])("shows %s without its password", (url, shown) => {
      const { shownSettings } = readConfig({ DATABASE_URL: url });
      expect(shownSettings.get("DATABASE_URL")?.value).toBe(shown);
    });

    it.each(["GREENROOM_DATABASE_DIRECT_URL", "GREENROOM_REPLICA_URL"])(
      "%s needs DATABASE_URL, because the embedded PostgreSQL has neither pooler nor replica",
      (name) => {
        expect(() => readConfig({ [name]: "postgres://db/x" })).toThrow(
          `${name} needs DATABASE_URL: set both.`,
        );
      },
    );
  });

  it("takes the current name of a time zone, because PostgreSQL may not know the old one", () => {
    expect(readConfig({ GREENROOM_TIME_ZONE: "Asia/Calcutta" }).business.timeZone).toBe("Asia/Kolkata");
  });
});

describe("ai settings", () => {
  describe("the settings of reports and transcripts", () => {
    it("are off unless they are set", () => {
      const { ai, transcription, correctionMinutes } = readConfig({});
      expect([ai, transcription, correctionMinutes]).toEqual([null, null, 20]);
    });

    it("name a model, which may run on this machine without a key", () => {
      expect(readConfig(model).ai).toEqual({
        dialect: "openai",
        url: "https://models.example/v1",
        key: null,
        model: "small",
      });
      const own = {
        ...model,
        GREENROOM_AI_URL: "http://localhost:8080/v1",
        GREENROOM_AI_DIALECT: "anthropic",
      };
      expect(readConfig(own).ai).toMatchObject({ dialect: "anthropic" });
      for (const name of Object.keys(model))
        expect(() => readConfig({ ...model, [name]: "" })).toThrow(`${name} must be set together`);
    });

    it("name a transcription service", () => {
      const named = { GREENROOM_TRANSCRIPTION_URL: url, GREENROOM_TRANSCRIPTION_MODEL: "whisper-1" };
      expect(readConfig({ ...named, GREENROOM_TRANSCRIPTION_KEY: "k" }).transcription).toEqual({
        url: "https://models.example/v1",
        key: "k",
        model: "whisper-1",
      });
    });
  });
});

describe("a setting that cannot be right", () => {
  const own = { DATABASE_URL: "postgres://pooler/x" };

  it.each<[name: string, value: string, others?: Record<string, string>]>([
    ["PORT", "70000"],
    ["GREENROOM_FOUNDING_PLACES", "-1"],
    ["GREENROOM_FOUNDING_PLACES", "1.5"],
    ["GREENROOM_CORRECTION_MINUTES", "-1"],
    ["GREENROOM_DEMO", "perhaps"],
    ["GREENROOM_TIME_ZONE", "Mars/Olympus"],
    ["GREENROOM_SECRET", "short"],
    ["GREENROOM_PUBLIC_URL", "greenroom.example"],
    ["GREENROOM_PUBLIC_URL", "ftp://greenroom.example"],
    ["GREENROOM_LINKEDIN_URL", "javascript:alert(1)"],
    ["GREENROOM_MAIL_FROM", "Greenroom"],
    ["GREENROOM_MAIL_FROM", "Greenroom <hello@greenroom.example"],
    ["GREENROOM_SUPPORT_EMAIL", "support"],
    ["GREENROOM_LOG_LEVEL", "loud"],
    ["GREENROOM_PYODIDE_URL", "http://packages.example/full/"],
    ["GREENROOM_PYODIDE_URL", "https://packages.example/full/?version=1"],
    ["GREENROOM_PYODIDE_URL", "https://packages.example/full;script-src *"],
    ["GREENROOM_RAZORPAY_KEY_ID", "sk_live_123", razorpay],
    ["GREENROOM_RAZORPAY_WEBHOOK_SECRET", "short", razorpay],
    ["GREENROOM_RAZORPAY_WEBHOOK_SECRET", "0123456789abcdef,", razorpay],
    ["GREENROOM_RAZORPAY_WEBHOOK_SECRET", Array(3).fill("0123456789abcdef").join(), razorpay],
    ["GREENROOM_RAZORPAY_API_URL", "http://api.razorpay.com", razorpay],
    ["GREENROOM_RAZORPAY_CHECKOUT_URL", "checkout.js", razorpay],
    ["GREENROOM_STORAGE", "floppy"],
    ["GREENROOM_S3_ENDPOINT", "http://storage.example"],
    ["GREENROOM_S3_ENDPOINT", "http://localhost:3000/files"],
    ["GREENROOM_S3_PREFIX", "../up"],
    ["GREENROOM_S3_PREFIX", "/"],
    ["GREENROOM_S3_PATH_STYLE", "perhaps"],
    ["GREENROOM_ZOOM_HOSTS", "ira@greenroom.example,,", zoom],
    ["GREENROOM_ZOOM_HOSTS", "ira@greenroom.example, IRA@greenroom.example", zoom],
    ["GREENROOM_ZOOM_MEETINGS_AT_A_TIME", "3", zoom],
    ["GREENROOM_ZOOM_API_URL", "http://api.zoom.us", zoom],
    ["GREENROOM_ZOOM_OAUTH_URL", "zoom.us", zoom],
    ["GREENROOM_ROLE", "wep", own],
    ["GREENROOM_DATABASE_DIRECT_URL", "db:5432", own],
    ["GREENROOM_REPLICA_URL", "db:5432", own],
    ["GREENROOM_REPLICA_MAX_LAG_SECONDS", "0", own],
    ["GREENROOM_REDIS_URL", "http://redis", own],
    ["GREENROOM_AI_KEY", "sk"],
    ["GREENROOM_AI_URL", "http://models.example/v1", model],
    ["GREENROOM_AI_DIALECT", "klingon", model],
    ["GREENROOM_TRANSCRIPTION_KEY", "k"],
    ["GREENROOM_PUSH_SERVICE_URL", "http://push.example"],
  ])("stops the start, with its name: %s=%s", (name, value, others = {}) => {
    expect(() => readConfig({ ...others, [name]: value })).toThrow(name);
  });
});
