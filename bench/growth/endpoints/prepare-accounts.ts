import { createHash, randomBytes } from "node:crypto";
import { fuzzPassword } from "../../../prove/lib/generate.ts";
import type { Random } from "../../../prove/lib/random.ts";
import { hashPassword } from "../../../server/domains/accounts/passwords/hash-password.ts";
import type { EndpointBed } from "./open-bed.ts";
import {
  chooseCode,
  createPerson,
  emailOf,
  emailOfPerson,
  idOf,
  type Preparation,
  runName,
  send,
} from "./prepare.ts";

export const newEmail = (random: Random) => `new${runName}x${random.below(2 ** 31)}@bench.example`;
export const form = { firstName: "Person", lastName: "New", mobileNumber: "+91 98765 43210" };
let hash: Promise<string> | undefined;

/** Everybody has this password until a call changes it. */
async function restorePassword(bed: EndpointBed): Promise<void> {
  hash ??= hashPassword(fuzzPassword);
  await bed.pool.query("update users set password_hash = $1 where id = $2", [
    await hash,
    idOf(bed, "interviewee"),
  ]);
}

const answerInvitation: Preparation = async (bed, random) => {
  const person = await createPerson(bed, random);
  await bed.pool.query(
    `insert into invitations (id, email, created_at, expires_at)
     select gen_random_uuid(), email, $2::timestamptz, $2::timestamptz + interval '7 days' from users where id = $1`,
    [person.id, bed.clock.now()],
  );
  return { who: "interviewee", token: person.token };
};

/** Sign-up, sign-in, passwords, and the account. */
export const accountPreparations: Record<string, Preparation> = {
  "POST /api/auth/signup-verify": async (bed, random) => {
    const address = newEmail(random);
    const started = { ...form, email: address, password: fuzzPassword };
    await send(bed, "nobody", "POST", "/api/auth/signup-start", started);
    const otp = await chooseCode(bed, "signup", address);
    return { who: "nobody", body: { email: address, otp } };
  },
  "POST /api/auth/signin-otp-verify": async (bed) => {
    const address = await emailOf(bed, "interviewee");
    await send(bed, "nobody", "POST", "/api/auth/signin-otp-start", { email: address });
    return { who: "nobody", body: { email: address, otp: await chooseCode(bed, "signin", address) } };
  },
  "POST /api/auth/reset-password": async (bed) => {
    await restorePassword(bed);
    const address = await emailOf(bed, "interviewee");
    await send(bed, "nobody", "POST", "/api/auth/forgot-password", { email: address });
    const otp = await chooseCode(bed, "reset", address);
    return { who: "nobody", body: { email: address, otp, newPassword: "calm-Badger-88!" } };
  },
  "POST /api/auth/recognize-browser": async (bed) => {
    const token = randomBytes(24).toString("base64url");
    await bed.pool.query(
      `insert into lockout_notices (id, email, on_day, created_at, token_hash)
       select gen_random_uuid(), email, $2::date, $2, $3 from users where id = $1
       on conflict (email, on_day) do update set token_hash = excluded.token_hash`,
      [idOf(bed, "interviewee"), bed.clock.now(), createHash("sha256").update(token).digest()],
    );
    return { who: "nobody", body: { token } };
  },
  "POST /api/policy-reports": async () => ({
    who: "nobody",
    headers: { "content-type": "application/csp-report" },
    body: { "csp-report": { "document-uri": "https://bench.example/", "blocked-uri": "inline" } },
  }),
  "POST /api/user/change-password": async (bed) => {
    await restorePassword(bed);
    const body = { currentPassword: fuzzPassword, newPassword: "calm-Badger-88!" };
    return { who: "interviewee", body };
  },
  "POST /api/user/interviewer-invitation/accept": answerInvitation,
  "POST /api/user/interviewer-invitation/decline": answerInvitation,
  "POST /api/user/account-deletion/start": async (bed, random) => ({
    who: "interviewee",
    token: (await createPerson(bed, random)).token,
  }),
  "POST /api/user/account-deletion/confirm": async (bed, random) => {
    const { id, token } = await createPerson(bed, random);
    const asked = { ...bed, callers: { ...bed.callers, interviewee: { id, token } } };
    await send(asked, "interviewee", "POST", "/api/user/account-deletion/start");
    const otp = await chooseCode(bed, "delete", await emailOfPerson(bed, id));
    return { who: "interviewee", token, body: { otp } };
  },
  "POST /api/user/resume-data": async () => ({
    who: "interviewee",
    body: { resumeData: { personal: { jobTitle: "Engineer" } } },
  }),
};
