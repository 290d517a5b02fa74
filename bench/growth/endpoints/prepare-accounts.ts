import { createHash, randomBytes, randomUUID } from "node:crypto";
import { fuzzPassword } from "../../../prove/lib/generate.ts";
import type { Random } from "../../../prove/lib/random.ts";
import { hashPassword } from "../../../server/domains/accounts/passwords/hash-password.ts";
import type { EndpointBed } from "./open-bed.ts";
import { chooseCode, createPerson, emailOf, idOf, type Preparation, runName, send } from "./prepare.ts";

const email = (random: Random) => `new${runName}x${random.below(2 ** 31)}@bench.example`;
const form = { firstName: "Person", lastName: "New", mobileNumber: "+91 98765 43210" };
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

/** Sign-up, sign-in, passwords, the account, and practice alone. */
export const accountPreparations: Record<string, Preparation> = {
  "POST /api/auth/signup-verify": async (bed, random) => {
    const address = email(random);
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
    const { rows } = await bed.pool.query<{ email: string }>("select email from users where id = $1", [id]);
    const asked = { ...bed, callers: { ...bed.callers, interviewee: { id, token } } };
    await send(asked, "interviewee", "POST", "/api/user/account-deletion/start");
    const otp = await chooseCode(bed, "delete", rows[0]?.email ?? "");
    return { who: "interviewee", token, body: { otp } };
  },
  "POST /api/user/resume-data": async () => ({
    who: "interviewee",
    body: { resumeData: { personal: { jobTitle: "Engineer" } } },
  }),
  "GET /api/practice/drills/{setId}": async (bed) => ({
    who: "interviewee",
    params: { setId: await findDrill(bed) },
  }),
  "POST /api/practice/cards/{cardId}/reveal": async (bed) => ({
    who: "interviewee",
    params: { cardId: (await findCards(bed))[0] ?? "" },
  }),
  "POST /api/practice/cards/{cardId}/reviews": async (bed, random) => {
    const params = { cardId: random.pick(await findCards(bed)) ?? "" };
    return { who: "interviewee", params, body: { id: randomUUID(), rating: "again" } };
  },
  "POST /api/practice/rounds/{id}/next": async (bed) => {
    const { id, answerId } = await startRound(bed);
    await finish(bed, answerId);
    return { who: "interviewee", params: { id } };
  },
  "POST /api/practice/answers/{id}/explanation": async (bed) => ({
    who: "interviewee",
    params: { id: (await startRound(bed)).answerId },
    body: { text: "I would start with a baseline." },
  }),
  "POST /api/practice/answers/{id}/follow-ups/{index}": async (bed) => {
    const { answerId } = await startRound(bed);
    await explain(bed, answerId);
    return {
      who: "interviewee",
      params: { id: answerId, index: "0" },
      body: { text: "Because it is simple." },
    };
  },
  "POST /api/practice/answers/{id}/follow-ups/{index}/stream": async (bed) => {
    const { answerId } = await startRound(bed);
    await explain(bed, answerId);
    return { who: "interviewee", params: { id: answerId, index: "0" } };
  },
  "POST /api/practice/answers/{id}/hints": async (bed) => {
    const { answerId } = await startRound(bed);
    await explain(bed, answerId);
    await bed.pool.query(
      "update practice_answers set started_at = started_at - interval '30 minutes' where id = $1",
      [answerId],
    );
    return { who: "interviewee", params: { id: answerId } };
  },
  "POST /api/practice/answers/{id}/finish": async (bed) => ({
    who: "interviewee",
    params: { id: (await startRound(bed)).answerId },
    body: {},
  }),
  "PUT /api/practice/answers/{id}/ticks": async (bed) => {
    const { answerId } = await startRound(bed);
    await finish(bed, answerId);
    return { who: "interviewee", params: { id: answerId }, body: { ticks: [0] } };
  },
};

async function findDrill(bed: EndpointBed): Promise<string> {
  return (await send(bed, "interviewee", "GET", "/api/practice/drills")).sets[0].id;
}

async function findCards(bed: EndpointBed): Promise<string[]> {
  const { sets } = await send(bed, "interviewee", "GET", "/api/practice/drills");
  for (const { id } of sets as { id: string }[]) {
    const { cards } = await send(bed, "interviewee", "GET", `/api/practice/drills/${id}`);
    if (cards.length > 0) return (cards as { id: string }[]).map((card) => card.id);
  }
  return [];
}

async function startRound(bed: EndpointBed): Promise<{ id: string; answerId: string }> {
  const body = { role: "data-scientist", minutes: 15 };
  const { id, answer } = await send(bed, "interviewee", "POST", "/api/practice/rounds", body);
  return { id, answerId: answer.id };
}

async function explain(bed: EndpointBed, answerId: string): Promise<void> {
  const body = { text: "I would start with a baseline and compare everything with it." };
  await send(bed, "interviewee", "POST", `/api/practice/answers/${answerId}/explanation`, body);
}

async function finish(bed: EndpointBed, answerId: string): Promise<void> {
  await send(bed, "interviewee", "POST", `/api/practice/answers/${answerId}/finish`, {});
}
