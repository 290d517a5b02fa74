import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { capture, PlainFailure, ROOT } from "./lib-steps.mjs";

/* The common parts of the drills: servers in separate processes, and a person from before the backup or the
   upgrade. */

export function expectThat(holds, sentence) {
  if (!holds) throw new PlainFailure(`Not true after the drill: ${sentence}.`);
}

const BUILT_SERVER = { cwd: ROOT, args: [path.join(ROOT, "dist", "server", "main.js")] };

/**
 * A server with demo data, on a separate port; `settings` name its database and its data folder. `program`: what Node
 * runs, by default the built server.
 */
export async function startServer(settings, servers, program = BUILT_SERVER) {
  const port = await freePort();
  const child = spawn(process.execPath, program.args, {
    cwd: program.cwd,
    env: environment({ ...settings, PORT: String(port) }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const server = { child, url: `http://127.0.0.1:${port}`, password: "" };
  servers.push(server);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
      server.password = /^Demo password: (\S+)/m.exec(output)?.[1] ?? server.password;
    });
  }
  for (let tries = 0; tries < 1200; tries += 1) {
    if (child.exitCode !== null) throw new PlainFailure(`The server ended by itself.\n${output}`);
    if (server.password !== "" && (await isReady(server.url))) return server;
    await sleep(100);
  }
  throw new PlainFailure(`The server did not start within two minutes.\n${output}`);
}

/** Contains none of the caller's own settings, so that a drill never uses their database. */
function environment(settings) {
  const { PATH, HOME, TMPDIR, SystemRoot, TEMP } = process.env;
  const kept = Object.entries({ PATH, HOME, TMPDIR, SystemRoot, TEMP }).filter(
    ([, value]) => value !== undefined,
  );
  return { ...Object.fromEntries(kept), HOST: "127.0.0.1", GREENROOM_DEMO: "true", ...settings };
}

async function isReady(url) {
  return await fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false, // The server does not listen yet.
  );
}

export async function stopServer({ child }) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await Promise.race([ended, sleep(30_000).then(() => child.kill("SIGKILL"))]);
}

/** Runs one of the operator's commands with these settings and returns its output. */
export async function operator(settings, ...words) {
  const program = path.join(ROOT, "dist", "server", "operator.js");
  const { code, output } = await captureClean([program, ...words], environment(settings));
  if (code !== 0) throw new PlainFailure(`operator ${words.join(" ")}: ${output.trim()}`);
  return output;
}

async function captureClean(args, env) {
  const dropped = Object.keys(process.env).filter((name) =>
    /^(GREENROOM_|DATABASE_URL$|NODE_ENV$)/.test(name),
  );
  return await capture(process.execPath, args, {
    env: {
      ...env,
      ...Object.fromEntries(dropped.filter((name) => !(name in env)).map((name) => [name, ""])),
    },
  });
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

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
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
