import { once } from "node:events";
import { PassThrough, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { TimelineEvent } from "@greenroom/contract/desk/people.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { PDFDocument } from "pdf-lib";
import { beforeAll, describe, expect, it } from "vitest";
import { confirmAction } from "../../desk/desk.testing.ts";
import { enqueueFeedbackReminders, grantDueRemedies } from "../../review/feedback/deadline.ts";
import {
  type BookedInterview,
  createBookedInterview,
  holdInterview,
  hoursFromNow,
  offerSlot,
  recordInterview,
} from "../../schedule/bookings/bookings.testing.ts";
import { completeDueBookings } from "../../schedule/bookings/end.ts";
import { enqueueReminders } from "../../schedule/bookings/reminders.ts";
import {
  deleteOwnAccount,
  downloadOwnData,
  downloadOwnRows,
  type SignedUpUser,
  signInAs,
  unzip,
  useBeforeAll,
  useTestApp,
} from "../../testing/app.ts";
import { fileForm } from "../../testing/files.ts";
import { buy, createOpenOrder, getSessionCount, pay } from "../../testing/purchases.ts";
import { mentorPage } from "../../testing/records.ts";
import { evenings, weeklyRulesPath } from "../../testing/weekly-hours.ts";
import { writeZip } from "./download-data.ts";
import { personalDataTables } from "./personal-data.ts";

const app = useTestApp();

describe("privacy", () => {
  const terms = async (by: SignedUpUser) => await app.read(by, "/api/user/account-deletion");
  const start = (by: SignedUpUser) => app.post(by, "/api/user/account-deletion/start");
  const confirm = async (person: SignedUpUser, otp: string) => {
    const body = { otp, readConsequences: (await terms(person)).consequences };
    return await app.post(person, "/api/user/account-deletion/confirm", body);
  };

  /** An operator grants a session for this reason, which stays in the books. */
  async function grantFor(userId: string, reason: string) {
    const path = `/api/operator/people/${userId}/grant-sessions`;
    await confirmAction(app, await app.signUpOperator(), path, { sessions: 1 }, { reason });
  }
  const download = (user: SignedUpUser) => downloadOwnData(app, user);

  it("takes a deleted person's name, address and number out of reasons, and their words off whiteboards", async () => {
    const { interviewer, interviewee, booking } = await createBookedInterview(app);
    const { _id: userId, email, firstName, lastName, mobileNumber } = interviewee.user;
    const phone = mobileNumber.replaceAll(/\D/g, "").slice(-10);
    const reason = `${firstName} ${lastName} (${email}, ${mobileNumber}, ${phone}) had no sound`;
    await grantFor(userId, reason);
    const { pool } = app.deps;
    for (const author of [interviewee, interviewer]) {
      await pool.query(
        `insert into room_board_elements (booking_id, id, version, nonce, element, bytes, author_id, made_at)
       select $1, kind || $2, 1, 1, jsonb_build_object('id', kind || $2, 'type', kind), 40, $3, now()
       from unnest(array['text', 'rectangle']) kind`,
        [booking._id, author.user.role, author.user._id],
      );
    }
    await holdInterview(app, booking);
    await completeDueBookings(app.deps);
    const ledger = async () =>
      (await pool.query("select * from ledger_entries where user_id = $1 order by id", [userId])).rows;
    const before = await ledger();
    await expect(
      pool.query("update ledger_entries set reason = '' where user_id = $1", [userId]),
    ).rejects.toThrow("append-only");
    await deleteOwnAccount(app, interviewee);
    const after = await ledger();
    expect(after).toEqual(
      before.map((line) =>
        line.reason === reason
          ? { ...line, reason: "Deleted user (Deleted user, Deleted user, Deleted user) had no sound" }
          : line,
      ),
    );
    expect(after.map((line) => line.reason).join()).toContain("Deleted user (Deleted user,");
    await expect(
      pool.query("update ledger_entries set delta = 9 where user_id = $1", [userId]),
    ).rejects.toThrow("append-only");
    const { rows } = await pool.query("select id from room_board_elements where booking_id = $1 order by 1", [
      booking._id,
    ]);
    expect(rows.map(({ id }) => id)).toEqual([
      "rectangleinterviewee",
      "rectangleinterviewer",
      "textinterviewer",
    ]);
    app.clock.set("2026-11-20T06:30:00.000Z");
  });

  it("takes a deleted person's name and address out of the reasons of refunds, moves and reversals", async () => {
    const interviewee = await app.signUp({ firstName: "Qwertina", lastName: "Vander" });
    const paymentId = await buy(app, interviewee, "Pro");
    const [moved, held] = [
      await createBookedInterview(app, { interviewee, hours: 40 }),
      await createBookedInterview(app, { interviewee, hours: 30, pricePaise: 10_000 }),
    ];
    let owner = await app.signUpOperator();
    const reason = `Qwertina Vander <${interviewee.user.email}> asked`;
    const act = async (path: string, body: object) => {
      const done = await confirmAction(app, owner, `/api/operator/${path}`, body, { reason });
      expect([path, done.status]).toEqual([path, 200]);
    };
    const startTime = hoursFromNow(app, 60);
    await offerSlot(app, moved.interviewer, startTime);
    await act(`bookings/${moved.booking._id}/move-proposal`, { startTime });
    await act(`bookings/${moved.booking._id}/move-proposal/withdrawal`, {});
    await act("bookings/cancellation", { bookingIds: [moved.booking._id] });
    await act("refunds", { items: [{ paymentId, sessions: 1 }] });
    await app.runJobs();
    await holdInterview(app, held.booking);
    await completeDueBookings(app.deps);
    owner = await app.signUpOperator();
    await act(`bookings/${held.booking._id}/earning-reversal`, {});
    await deleteOwnAccount(app, interviewee);
    const { rows } = await app.deps.pool.query(
      `select reason from refunds where user_id = $1
       union all select reason from move_proposals where interviewee_id = $1
       union all select void_reason from earnings join bookings on bookings.id = booking_id where interviewee_id = $1`,
      [interviewee.user._id],
    );
    expect(rows.map((row) => row.reason)).toEqual(Array(3).fill("Deleted user <Deleted user> asked"));
    app.clock.set("2026-11-20T06:30:00.000Z");
  });

  it("keeps a first name alone in a reason, and says so before the deletion", async () => {
    const person = await app.signUp({ firstName: "Will", lastName: "Young" });
    const userId = person.user._id;
    const reason = "Will is ill and will come later";
    await grantFor(userId, reason);
    const terms = await app.get(person, "/api/user/account-deletion");
    expect(terms.body.consequences.join(" ")).toContain("a reason in our books may use your first name");
    await deleteOwnAccount(app, person);
    const { rows } = await app.deps.pool.query("select reason from ledger_entries where user_id = $1", [
      userId,
    ]);
    expect(rows).toContainEqual({ reason });
  });

  it("leaves reasons as they are if the deleted person had no number", async () => {
    const person = await app.signUp();
    await app.deps.database
      .updateTable("users")
      .set({ mobileNumber: "" })
      .where("id", "=", person.user._id)
      .execute();
    const path = `/api/operator/people/${person.user._id}/grant-sessions`;
    const reason = "The room froze, ₹99 (twice).";
    await confirmAction(app, await app.signUpOperator(), path, { sessions: 1 }, { reason });
    await deleteOwnAccount(app, person);
    const { rows } = await app.deps.pool.query("select reason from ledger_entries where user_id = $1", [
      person.user._id,
    ]);
    expect(rows.map((line) => line.reason)).toContain(reason);
  });

  describe("everything stored about a user", () => {
    it("names every table that refers to a person, also through other tables, or says why it is left out", async () => {
      // Each of these belongs to a person only through another row.
      const leftOut = {
        awaited_feedback: "follows from the booking and its file",
        bookings_without_meeting: "follows from the booking and its meeting",
        coupons: "which owner approved one; the audit log and the approval are in the zip",
        feedback_files: "the file itself is in the zip",
        feedback_reminders: "which mails were due; the booking has the times",
        host_allocations: "our provider's account for a meeting",
        meetings: "the meeting's link, which the booking shows",
        operator_sign_ins: "when a sign-in of an operator was confirmed; the sign-in is in the zip",
        report_makings: "the progress of a job",
        room_code: "in the zip as sessionCode",
        room_code_snapshots: "in the zip as sessionCode",
        room_code_updates: "in the zip as sessionCode",
        room_tickets: "secrets of a minute",
        session_reminders: "which mails were due; the booking has the times",
        settlement_differences: "our comparison of a bank's file with the payment, which is in the zip",
      };
      const { rows } = await app.deps.pool.query<{ table: string }>(
        `with recursive related as (
         select 'users'::regclass::oid as id
         union select conrelid from pg_constraint join related on confrelid = related.id where contype = 'f')
       select id::regclass::text as table from related`,
      );
      const told = personalDataTables.map(({ table }) =>
        table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      );
      const missing = rows.map(({ table }) => table).filter((table) => !told.includes(table));
      expect(missing.sort()).toEqual(Object.keys(leftOut).sort());
    });

    it("contains the reports of a no-show for both, one's own moves, and the decision on one's application", async () => {
      const { interviewer, interviewee, booking } = await createBookedInterview(app, { hours: 30 });
      const other = await app.signUpInterviewer();
      const startTime = hoursFromNow(app, 50);
      await offerSlot(app, other, startTime);
      const moved = await app.post(interviewee, `/api/user/bookings/${booking._id}/reschedule`, {
        startTime,
        interviewerId: other.user._id,
      });
      expect(moved.status).toBe(200);
      app.clock.set(addMinutes(new Date(startTime), 15));
      await app.post(interviewee, `/api/bookings/${booking._id}/no-show`);
      const { email } = interviewee.user;
      await app.deps.pool.query(
        `with application as (
         insert into interviewer_applications (id, email, name, years, experience, roles, levels, profile_url,
           availability, sample_review, state, submitted_at, decided_at)
         values (gen_random_uuid(), $1, 'Cand Idate', 3, 'Some', '{}', '{}', 'https://a.example', 'Evenings', 'Good',
           'declined', now(), now()) returning id)
       insert into application_steps (id, application_id, state, text, taken_by, taken_at)
       select gen_random_uuid(), id, 'declined', 'Not this time.', $2, now() from application`,
        [email, other.user._id],
      );
      const read = async (person: SignedUpUser) => JSON.parse(await downloadOwnRows(app, person));
      const own = await read(interviewee);
      expect(own.noShowReports).toMatchObject([{ reportedBy: "interviewee", outcome: "upheld" }]);
      expect(own.bookingMoves).toMatchObject([{ bookingId: booking._id, sequence: 1 }]);
      expect(own.applicationSteps).toMatchObject([{ state: "declined", text: "Not this time." }]);
      const accused = await read(other);
      expect(accused.noShowReports).toEqual(own.noShowReports);
      expect(accused.bookingMoves).toEqual([]);
      const former = await read(interviewer);
      expect(former.noShowReports).toEqual([]);
      expect(former.bookingMoves).toHaveLength(1);
      app.clock.set("2026-11-20T06:30:00.000Z");
    });

    it("comes as a zip, with the user's rows and files, without a secret and without other people's data", async () => {
      const { interviewer, interviewee, booking } = await createBookedInterview(app);
      await holdInterview(app, booking);
      await completeDueBookings(app.deps);
      const pdf =
        "%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n" +
        "3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 10 10] >>\nendobj\nxref\n0 4\n0000000000 65535 f \n0000000009 00000 n \n" +
        "0000000058 00000 n \n0000000115 00000 n \ntrailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n186\n%%EOF\n";
      const sent = await app.post(
        interviewer,
        `/api/interviewer/feedback-upload/${booking._id}`,
        fileForm("feedback", Buffer.from(pdf)),
      );
      expect(sent.status).toBe(201);
      const files = await download(interviewee);
      expect([...files.keys()]).toEqual([`feedback/${booking._id}.pdf`, "data.json"]);
      const file = await PDFDocument.load(files.get(`feedback/${booking._id}.pdf`) ?? "");
      expect(file.getPages().map((page) => page.getSize())).toEqual([{ width: 10, height: 10 }]);
      const text = files.get("data.json")?.toString() ?? "";
      const data = JSON.parse(text);
      expect(data.users).toMatchObject([{ email: interviewee.user.email, firstName: "Cand" }]);
      expect(data.bookings).toMatchObject([{ id: booking._id, status: "completed" }]);
      expect(data.ledgerEntries).toHaveLength(2);
      expect(text).not.toMatch(/argon2|tokenHash|passwordHash|codeHash/);
      expect(text).not.toContain(interviewer.user.email);
      app.clock.set("2026-11-20T06:30:00.000Z");
    });

    it("keeps names and contents, and reads one file after the other", async () => {
      const opened: string[] = [];
      async function* part(name: string, text: string) {
        opened.push(`${name} is read`);
        yield Buffer.from(text);
      }
      async function* entries() {
        for (const [name, text] of [
          ["a.txt", "abc"],
          ["नाम.txt", ""],
        ] as const) {
          opened.push(`${name} is opened`);
          yield { name, content: Readable.from(part(name, text)) };
        }
        yield { name: "data.json", content: Buffer.from("{}") };
      }
      const files = unzip(await buffer(writeZip(entries(), new Date("2026-11-20T06:30:00Z"))));
      expect([...files].map(([name, content]) => [name, content.toString()])).toEqual([
        ["a.txt", "abc"],
        ["नाम.txt", ""],
        ["data.json", "{}"],
      ]);
      expect(opened).toEqual(["a.txt is opened", "a.txt is read", "नाम.txt is opened", "नाम.txt is read"]);
    });

    it("fails with the error of a file that cannot be read to its end, instead of seeming complete", async () => {
      async function* broken() {
        yield Buffer.from("half of it");
        throw new Error("the storage is gone");
      }
      async function* entries() {
        yield { name: "a.pdf", content: Readable.from(broken()) };
      }
      await expect(buffer(writeZip(entries(), new Date()))).rejects.toThrow("the storage is gone");
    });

    it("closes the file that it reads when the download is canceled", async () => {
      const file = new PassThrough();
      async function* entries() {
        yield { name: "a.pdf", content: file };
      }
      const zip = writeZip(entries(), new Date());
      file.write("the beginning");
      await once(zip, "readable");
      const closed = new Promise((resolve) => file.once("close", resolve));
      zip.destroy();
      await closed;
      expect(file.destroyed).toBe(true);
    });
  });

  describe("deleting an account", () => {
    it("is refused while a booking is upcoming, on both sides, with a plain explanation", async () => {
      const { interviewer, interviewee } = await createBookedInterview(app);
      for (const person of [interviewer, interviewee]) {
        const sentence = "You have 1 upcoming interview. Cancel it first, then come back here.";
        expect(await terms(person)).toMatchObject({ blockers: [sentence], upcomingInterviews: 1 });
        const answer = await start(person);
        expect([answer.status, answer.body.msg]).toEqual([409, sentence]);
      }
    });

    it("takes the mailed code, removes the name, ends every sign-in and frees the address", async () => {
      const { interviewer, interviewee, booking } = await createBookedInterview(app);
      await holdInterview(app, booking);
      await completeDueBookings(app.deps);
      await app.post(interviewee, "/api/user/feedback", {
        bookingId: booking._id,
        interviewerId: interviewer.user._id,
        interviewScore: 5,
        overallSummary: "Very good.",
      });
      expect(await terms(interviewee)).toMatchObject({ blockers: [] });
      const { email } = interviewee.user;
      expect((await start(interviewee)).body.msg).toBe(
        `We have sent a 6-digit code to ${email}. Enter it to delete your account.`,
      );
      const otp = await app.codeMailedTo(email);
      expect((await confirm(interviewee, otp === "000000" ? "000001" : "000000")).body.code).toBe(
        "code_invalid",
      );
      expect((await confirm(interviewee, otp)).status).toBe(200);

      expect((await app.get(interviewee, "/api/user/profile")).status).toBe(401);
      const signin = await signInAs(app, email);
      expect(signin.body.code).toBe("wrong_credentials");
      // The interviewer keeps what they need: the interview and its rating, without a name.
      const history = await app.read(interviewer, "/api/interviewer/history");
      expect(history).toMatchObject([
        {
          userId: { firstName: "Deleted", lastName: "user" },
          intervieweeFeedback: { overallSummary: "Very good." },
        },
      ]);
      expect(JSON.stringify(history)).not.toContain(email);
      const again = await app.signUpThroughApi(email);
      expect(again.user._id).not.toBe(interviewee.user._id);
      app.clock.set("2026-11-20T06:30:00.000Z");
    });

    it("removes an interviewer's weekly rules, profile and calendar link too", async () => {
      const person = await app.signUpInterviewer();
      const ask = (method: string, path: string, body?: unknown) =>
        app.call(method, path, { token: person.token, ...(body === undefined ? {} : { body }) });
      await app.post(person, weeklyRulesPath, evenings);
      await ask("POST", "/api/interviewer/profile", mentorPage({ headline: "Hello" }));
      const { url } = (await ask("POST", "/api/interviewer/calendar-feed")).body;
      expect((await ask("GET", "/api/user/account-deletion")).body.consequences).toContain(
        "Your open slots, weekly hours and payout details are removed.",
      );
      await deleteOwnAccount(app, person);
      const reader = await app.signUp();
      const list = await app.get(reader, "/api/user/interviewers");
      expect(JSON.stringify(list.body)).not.toContain(person.user._id);
      const slots = await app.get(reader, "/api/user/slots");
      expect(JSON.stringify(slots.body)).not.toContain(person.user._id);
      expect((await app.call("GET", new URL(url).pathname)).status).toBe(404);
      const left = await app.deps.pool.query(
        "select count(*)::int as n from availability where interviewer_id = $1 and status <> 'removed'",
        [person.user._id],
      );
      expect(left.rows[0].n).toBe(0);
    });

    it("needs its own code: a sign-in code does not work", async () => {
      const person = await app.signUp();
      await app.call("POST", "/api/auth/signin-otp-start", { body: { email: person.user.email } });
      expect((await confirm(person, await app.codeMailedTo(person.user.email))).body.code).toBe(
        "code_invalid",
      );
    });
  });
});

describe("changed terms", () => {
  const path = "/api/user/account-deletion";

  /** The sentences that the person reads, and the code that is mailed to them then. */
  async function readTermsAndStart({ token, user }: SignedUpUser) {
    const { consequences } = (await app.read({ token }, path)) as { consequences: string[] };
    const started = await app.post({ token }, `${path}/start`);
    expect(started.status).toBe(200);
    return { consequences, otp: await app.codeMailedTo(user.email) };
  }

  const confirm = (by: SignedUpUser, body: object) => app.post(by, `${path}/confirm`, body);

  /** A person who leaves the checkout, reads the terms without any session, and whose payment settles after that. */
  async function payAfterReading() {
    const person = await app.signUp();
    const { id } = await createOpenOrder(app, person, "Basic");
    const read = await readTermsAndStart(person);
    app.clock.advance({ seconds: 30 });
    await pay(app, id, "closed"); // Its webhook is a job.
    await app.runJobs();
    expect(await getSessionCount(app, person)).toBe(1);
    return { person, ...read };
  }

  const lostSession =
    "You lose your 1 unused session. Use it, or ask support@greenroom.example about a refund, before you delete.";

  it("a payment that settles between the terms of a deletion and its code stops the deletion and says which session would be lost; the person can go on or stop", async () => {
    const { person, consequences, otp } = await payAfterReading();
    // A session is a bought interview on screens, and never a sign-in.
    expect(consequences[0]).toMatch(/erased, and you are signed out on all devices\.$/);
    expect(consequences).not.toContain(lostSession);
    const refused = await confirm(person, { otp, readConsequences: consequences });
    expect([refused.status, refused.body.code, refused.body.msg]).toEqual([
      409,
      "conflict",
      `Something has changed since you read what deleting means. ${lostSession}`,
    ]);
    expect(refused.body.details.consequences).toContain(lostSession);
    expect(await getSessionCount(app, person)).toBe(1);

    const again = { otp, readConsequences: refused.body.details.consequences };
    expect((await confirm(person, again)).status).toBe(200);
  });

  it("deletes without a second question if a consequence that the person read is gone, or nothing has changed", async () => {
    const person = await app.signUp();
    await buy(app, person, "Basic");
    const { consequences, otp } = await readTermsAndStart(person);
    expect(consequences).toContain(lostSession);
    const body = { otp, readConsequences: [...consequences, "₹10.00 is waiting for your feedback."] };
    expect((await confirm(person, body)).status).toBe(200);
  });
});

describe("names in mails", () => {
  /* The names of people who have deleted their account, in the subjects of mails that others got. */

  const app = useTestApp();
  const booked = useBeforeAll(() => createBookedInterview(app));
  /** A second interview, which moved to another interviewer. */
  let moved: BookedInterview;
  beforeAll(async () => {
    await app.runJobs();
    moved = await createBookedInterview(app, { hours: 40 });
    await app.runJobs();
    await moveToThirdInterviewer();
    await sendEveryMail();
  });

  async function moveToThirdInterviewer(): Promise<void> {
    const third = await app.signUpInterviewer({ firstName: "Theo", lastName: "Third" });
    const startTime = hoursFromNow(app, 50);
    await offerSlot(app, third, startTime);
    const { status } = await app.post(
      moved.interviewee,
      `/api/user/bookings/${moved.booking._id}/reschedule`,
      { startTime, interviewerId: third.user._id },
    );
    if (status !== 200) throw new Error(`the interview was not moved: ${status}`);
  }

  /** Sends what a message, reminders, late feedback and its remedy send. */
  async function sendEveryMail(): Promise<void> {
    const { interviewee, booking } = booked;
    await app.call("POST", "/api/contact", {
      body: { name: "Cand Idate", email: interviewee.user.email, message: "Do you have SQL drills?" },
    });
    app.clock.set(addMinutes(new Date(booking.startTime), -50));
    await enqueueReminders(app.deps);
    await app.runJobs();
    await recordInterview(app, booking._id);
    for (const hours of [1, 24, 100]) {
      app.clock.set(addMinutes(new Date(booking.endTime), 60 * hours));
      await completeDueBookings(app.deps);
      await enqueueFeedbackReminders(app.deps);
      await grantDueRemedies(app.deps);
      await app.runJobs();
    }
  }

  const stored = async (): Promise<string[]> =>
    (await app.deps.pool.query("select subject from sent_mails order by sent_at, id")).rows.map(
      ({ subject }) => subject,
    );

  describe("the list of sent mails", () => {
    it("has no name of another person, though the mails have", async () => {
      const { interviewer, interviewee } = booked;
      const sent = [];
      for (const address of [interviewer, interviewee, moved.interviewer].map(({ user }) => user.email)) {
        sent.push(...(await app.mailsTo(address)).map(({ subject }) => subject ?? ""));
      }
      sent.push(...(await app.mailsTo("support@greenroom.example")).map(({ subject }) => subject ?? ""));
      const kinds = [
        ...[
          /^Cand Idate booked you: /,
          /^Reminder: interview with Cand Idate, /,
          /^Reminder: interview with Ira/,
        ],
        ...[/^Cand Idate is waiting for your feedback, due /, /^Your feedback for Cand Idate is late$/],
        ...[/^Your report on the interview with Ira Viewer is ready$/, /^Message from Cand Idate$/],
        /^Cand Idate moved the interview: /,
      ];
      for (const kind of kinds) expect(sent).toContainEqual(expect.stringMatching(kind));
      expect((await stored()).filter((subject) => /Idate|Viewer|Third/.test(subject))).toEqual([]);
    });

    it("leaves no name of a deleted person on the page of the other", async () => {
      const { interviewer, interviewee } = booked;
      const owner = await app.signUpOperator();
      await deleteOwnAccount(app, interviewee);
      const path = `/api/operator/people/${interviewer.user._id}/timeline?limit=200`;
      const { body } = await app.get(owner, path);
      const events: TimelineEvent[] = body;
      expect(events).toContainEqual(expect.objectContaining({ kind: "interview", other: "Deleted user" }));
      const subject = expect.stringMatching(/^An interviewee booked you: /);
      expect(events).toContainEqual(expect.objectContaining({ kind: "mail", subject }));
      expect(JSON.stringify(body)).not.toContain("Idate");
    });
  });
});
