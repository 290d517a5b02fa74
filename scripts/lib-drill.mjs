import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import {
  freePort,
  readDemoPassword,
  startServer as start,
  stopServer,
  withoutOwnSettings,
} from "../server/testing/processes.ts";
import { PlainFailure, ROOT } from "./lib-steps.mjs";

/* The common parts of the drills: servers in separate processes, and a person from before the backup or the
   upgrade. */

export function expectThat(holds, sentence) {
  if (!holds) throw new PlainFailure(`Not true after the drill: ${sentence}.`);
}

/** A server with demo data, on a separate port; `settings` name its database and its data folder. */
export async function startServer(settings, servers, program) {
  const { GREENROOM_DATA: dataDirectory, DATABASE_URL: databaseUrl = "" } = settings;
  const port = await freePort();
  const options = { dataDirectory, databaseUrl, port, settings: { GREENROOM_DEMO: "true", ...settings } };
  const child = await start(program === undefined ? options : { ...options, program });
  const server = { url: `http://127.0.0.1:${port}`, stop: () => stopServer(child) };
  servers.push(server);
  return { ...server, password: await readDemoPassword(dataDirectory) };
}

/** Runs one of the operator's commands with these settings and returns its output. */
export async function operator(settings, ...words) {
  const program = path.join(ROOT, "dist", "server", "operator.js");
  const options = { env: withoutOwnSettings(settings), maxBuffer: 1e8 };
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...words], options);
  return stdout;
}

async function call(server, method, address, { token, body } = {}) {
  const answer = await fetch(server.url + address, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new PlainFailure(`${method} ${address} answered ${answer.status}: ${text}`);
  return text === "" ? null : JSON.parse(text);
}

export async function signIn(server) {
  const body = { email: "interviewee@greenroom.example", password: server.password };
  const { token } = await call(server, "POST", "/api/auth/signin-password", { body });
  return { token };
}

/** Books the last slot on offer, far from everything else in the demo data. */
export async function book(server, { token }) {
  const slots = await call(server, "GET", "/api/user/slots", { token });
  const slot = slots.at(-1);
  expectThat(slot !== undefined, "there are slots to book");
  const body = { startTime: slot.slotTime, interviewerId: slot.interviewerId._id };
  return await call(server, "POST", "/api/user/bookings", { token, body });
}

/** Books and cancels repeatedly until told to stop; returns the number of changes. */
export function bookContinuously(server, person) {
  let isOver = false;
  let changes = 0;
  const done = (async () => {
    while (!isOver && changes < 10_000) {
      const { _id } = await book(server, person);
      await call(server, "POST", `/api/user/bookings/${_id}/cancel`, { ...person, body: {} });
      changes += 2;
    }
  })();
  return {
    async stop() {
      isOver = true;
      await done;
      return changes;
    },
  };
}

/** Checks that the data from before exists afterwards, and can be used. */
export async function checkRecords(after, person, booked) {
  // The person signed in before the backup, so the restored database contains the sign-in.
  const bookings = await call(after, "GET", "/api/user/bookings", person);
  expectThat(
    bookings.some(({ _id }) => _id === booked._id),
    "the booking made before is there",
  );
  await signIn(after);
  // Not among all sessions, because the drill's own bookings can fill the first page of those.
  const sessions = await call(after, "GET", "/api/user/sessions?status=completed", person);
  const held = sessions.find(({ feedbackFileUrl }) => feedbackFileUrl);
  expectThat(held !== undefined, "a session of the demo has a feedback file");
  const { feedbackFileUrl } = await call(after, "GET", `/api/interviewer/feedback-file/${held._id}`, person);
  const file = await fetch(
    new URL(new URL(feedbackFileUrl).pathname + new URL(feedbackFileUrl).search, after.url),
  );
  expectThat(
    file.ok &&
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 5)
        .toString() === "%PDF-",
    "its PDF can be downloaded",
  );
  // Credits can still be spent and returned. During the backup there may have been none left to spend.
  await call(after, "POST", `/api/user/bookings/${booked._id}/cancel`, { ...person, body: {} });
  await book(after, person);
  return bookings.length;
}
