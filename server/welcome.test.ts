import { expect, it } from "vitest";
import { readConfig } from "./kernel/config/config.ts";
import { welcomeText } from "./welcome.ts";

const production = {
  NODE_ENV: "production",
  DATABASE_URL: "postgres://greenroom:database-pass@db.example:5432/greenroom",
  GREENROOM_DATA: "/srv/greenroom",
  GREENROOM_SECRET: "q8Zr1mXv0b5Lw3Tn7Ys2Kd9Hf4Gc6PjAeUiRoQxBzM",
  GREENROOM_PUBLIC_URL: "https://greenroom.example",
  GREENROOM_SMTP_URL: "smtps://user:mail-pass@mail.example:465",
  GREENROOM_RAZORPAY_KEY_ID: "rzp_live_abcdefghijklmn",
  GREENROOM_RAZORPAY_KEY_SECRET: "razorpay-key-secret-24",
  GREENROOM_RAZORPAY_WEBHOOK_SECRET: "razorpay-webhook-secret",
  GREENROOM_S3_BUCKET: "greenroom-files",
  GREENROOM_S3_ACCESS_KEY_ID: "bucket-key",
  GREENROOM_S3_SECRET_ACCESS_KEY: "bucket-secret",
};
const said = (environment: Record<string, string>, demoPassword: string | null = null) =>
  welcomeText({ config: readConfig(environment), port: 3000, demoPassword });

it("names in production where it listens and where data and files are, and no secret", () => {
  expect(said(production)).toBe(`
Greenroom is open: https://greenroom.example
It listens on 0.0.0.0, port 3000.
Mail goes out over mail.example, port 465.
Data is kept in db.example:5432/greenroom, files in the bucket greenroom-files.
SIGTERM lets it finish its current work.

`);
  const { GREENROOM_S3_BUCKET: _bucket, ...rest } = production;
  const { GREENROOM_S3_ACCESS_KEY_ID: _id, GREENROOM_S3_SECRET_ACCESS_KEY: _secret, ...onDisk } = rest;
  expect(said({ ...onDisk, GREENROOM_STORAGE: "disk" })).toContain("files in /srv/greenroom/files.");
});

it("shows a new user the demo's password, the mailbox and the folder", () => {
  const text = said({ GREENROOM_DATA: "/srv/data" }, "open sesame");
  expect(text).toContain("Greenroom is open: http://localhost:3000\n\nDemo password: open sesame\n");
  expect(text).toContain("Mail goes to /srv/data/mail and is shown at http://localhost:3000/dev/mailbox\n");
  expect(text).toContain("Data is kept in /srv/data.\nCtrl-C stops everything.\n");
});

it("says which setting to change if browsers refuse the port", () => {
  const warning = (environment: Record<string, string>) =>
    /^Browsers refuse.*$/m.exec(said(environment))?.[0];
  expect(warning({ PORT: "6000" })).toBe(
    "Browsers refuse to open port 6000: start again with another port in PORT, such as 3000.",
  );
  expect(warning({ GREENROOM_PUBLIC_URL: "http://localhost:10080" })).toBe(
    "Browsers refuse to open port 10080: start again with another port in GREENROOM_PUBLIC_URL, such as 3000.",
  );
  for (const port of ["6665", "6667", "6669"]) expect(warning({ PORT: port })).toBeDefined();
  for (const port of ["3000", "6001", "6664", "8080"]) expect(warning({ PORT: port })).toBeUndefined();
  // Behind a proxy, browsers do not see the port.
  expect(warning({ ...production, PORT: "6000" })).toBeUndefined();
  expect(warning({ ...production, GREENROOM_ROLE: "worker", PORT: "6000" })).toBeUndefined();
});
