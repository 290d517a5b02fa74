import { describe, expect, it } from "vitest";
import { undoFailedRefund } from "../../money/payments/provider-refunds.ts";
import { type SignedUpUser, useBeforeAll, useTestApp } from "../../testing/app.ts";
import { buy } from "../../testing/purchases.ts";
import { confirmAction } from "../desk.testing.ts";

const app = useTestApp();
const owner = useBeforeAll(() => app.signUpOperator());
// Each test with refunds has days of its own, because a file is compared with everything of its days.

/** The columns of Razorpay's settlement recon report. */
const head =
  "transaction_entity,entity_id,amount,currency,fee (exclusive tax),tax,debit,credit,payment_method,entity_created_at,entity_description,settlement_id,settled_at,settlement_utr";
// 06:30 UTC, when the test's payments are captured, is noon in India.
const row = (
  entity: string,
  id: string,
  amount: string,
  { at = "20/11/2026 12:00:00", settled = "21/11/2026 10:00:00", description = "" } = {},
) => `${entity},${id},${amount},INR,10.00,1.80,0.00,0.00,upi,${at},${description},setl_1,${settled},UTR1`;

function upload(content: string | Uint8Array<ArrayBuffer>, by = owner) {
  const form = new FormData();
  form.append("settlement", new Blob([content], { type: "text/csv" }), "recon.csv");
  return app.post(by, "/api/operator/settlements", form);
}

const changedHint =
  " Perhaps a spreadsheet has changed it: download the file again, and upload it without opening it.";

describe("a settlement file", () => {
  it("is compared with our books: missing with us, missing with them, another amount", async () => {
    const [one, two, three] = [await app.signUp(), await app.signUp(), await app.signUp()];
    for (const person of [one, two, three]) await buy(app, person, "Pro");
    const payments = await app.deps.database
      .selectFrom("payments")
      .select(["id", "userId", "providerPaymentId"])
      .execute();
    const of = (person: SignedUpUser) => {
      const found = payments.find(({ userId }) => userId === person.user._id);
      if (found === undefined) throw new Error("no payment");
      return found;
    };
    await confirmAction(app, owner, "/api/operator/refunds", {
      items: [{ paymentId: of(one).id, sessions: 1 }],
    });
    await app.runJobs();
    const refund = await app.deps.database
      .selectFrom("refunds")
      .select("providerRefundId")
      .where("paymentId", "=", of(one).id)
      .executeTakeFirstOrThrow();
    const lines = [
      head,
      row("payment", of(one).providerPaymentId, "499.00", { description: '"Said ""hello"",\nthen paid"' }),
      row("payment", of(two).providerPaymentId, "498.00"),
      row("refund", refund.providerRefundId ?? "", "166.34"),
      row("adjustment", "adj_1", "1.00"),
      row("payment", "pay_00000000000001", "99.00", { at: "20/11/2026 12:00:01" }),
      "",
    ];
    const files = async () => await app.read(owner, "/api/operator/settlements");
    const before = (await files()).length;
    const sent = await upload(`\uFEFF${lines.join("\r\n")}`);
    expect([sent.status, sent.body]).toEqual([
      201,
      expect.objectContaining({
        rows: 5,
        payments: 3,
        refunds: 1,
        paid: 1096,
        refunded: 166.34,
        fees: 47.2,
        from: "2026-11-20T06:30:00.000Z",
        differences: 3,
      }),
    ]);
    const path = `/api/operator/settlements/${sent.body._id}`;
    const { body } = await app.get(owner, `${path}/differences`);
    expect(body).toEqual([
      expect.objectContaining({
        kind: "other-amount",
        ours: 499,
        theirs: 498,
        paymentId: of(two).id,
        line: 4,
      }),
      expect.objectContaining({ kind: "missing-with-us", ours: null, theirs: 99, line: 7 }),
      expect.objectContaining({
        kind: "missing-with-provider",
        ours: 499,
        theirs: null,
        paymentId: of(three).id,
        line: null,
      }),
    ]);
    const csv = await app.get(owner, `${path}/differences.csv`);
    expect(csv.body).toContain("missing-with-us,payment,pay_00000000000001,,99,,7");
    expect((await upload(`\uFEFF${lines.join("\r\n")}`)).body.msg).toBe(
      "This file was compared before. You can find it in the list.",
    );
    expect(await files()).toHaveLength(before + 1);
  });

  it("lacks a refund of ours: only the first file that covers its time reports it", async () => {
    app.clock.set("2026-12-20T06:30:00.000Z");
    const buyer = await app.signUp();
    const paymentId = await buy(app, buyer, "Pro");
    const references: string[] = [];
    let last = owner;
    for (const _day of [1, 2, 3]) {
      app.clock.advance({ minutes: 24 * 60 });
      last = await app.signUpOperator();
      await confirmAction(app, last, "/api/operator/refunds", { items: [{ paymentId, sessions: 1 }] });
      await app.runJobs();
      const { providerRefundId } = await app.deps.database
        .selectFrom("refunds")
        .select("providerRefundId")
        .where("paymentId", "=", paymentId)
        .orderBy("createdAt", "desc")
        .limit(1)
        .executeTakeFirstOrThrow();
      references.push(providerRefundId ?? "");
    }
    const [first = "", second = "", third = ""] = references;
    const refundsOf = async (...rows: string[]) => {
      const sent = await upload([head, ...rows].join("\n"), last);
      expect(sent.status).toBe(201);
      const path = `/api/operator/settlements/${sent.body._id}/differences`;
      const { body } = await app.get(last, path);
      return body.filter(({ entity }: { entity: string }) => entity === "refund");
    };
    // Payments are settled three days later, refunds (at noon of the 21st, 22nd and 23rd) at once. The provider's time
    // of a refund is a minute before ours.
    const payment = (day: number) =>
      row("payment", `pay_000000000000${day}`, "99.00", { at: `${day}/12/2026 18:00:00` });
    const refund = (reference: string, day: number, amount = "166.33") =>
      row("refund", reference, amount, { at: `${day}/12/2026 11:59:00` });

    expect(await refundsOf(payment(18), refund(first, 21, "166.34"))).toEqual([]);
    const missing = { kind: "missing-with-provider", ours: 166.33, theirs: null, paymentId, line: null };
    expect(await refundsOf(payment(19), payment(20), refund(third, 23, "1.00"))).toEqual([
      expect.objectContaining({ kind: "other-amount", reference: third, ours: 166.33, theirs: 1 }),
      expect.objectContaining({ ...missing, reference: second }),
    ]);
    const unknown = "rfnd_00000000000031";
    expect(await refundsOf(payment(21), refund(unknown, 21), refund(third, 23))).toEqual([
      expect.objectContaining({ kind: "missing-with-us", reference: unknown, theirs: 166.33 }),
    ]);
  });

  it("without a refund lacks those of the day before it was settled", async () => {
    app.clock.set("2027-01-23T06:30:00.000Z");
    const buyer = await app.signUp();
    const paymentId = await buy(app, buyer, "Pro");
    app.clock.advance({ minutes: 6 * 24 * 60 });
    const later = await app.signUpOperator();
    await confirmAction(app, later, "/api/operator/refunds", { items: [{ paymentId, sessions: 1 }] });
    await app.runJobs();
    // The refund was sent at noon of the 29th.
    const report = async (reference: string, settled: string) => {
      const line = row("payment", reference, "99.00", { at: "28/01/2027 18:00:00", settled });
      const { body } = await upload([head, line].join("\n"), later);
      return body.differences;
    };
    expect(await report("pay_00000000000041", "29/01/2027 10:00:00")).toBe(1);
    expect(await report("pay_00000000000042", "30/01/2027")).toBe(2);
    expect(await report("pay_00000000000043", "30/01/2027 10:30:00")).toBe(1);
    // Without a time of settlement, nothing is known about the refunds.
    expect(await report("pay_00000000000044", "")).toBe(1);
  });

  it("has a refund that failed later, as our books had", async () => {
    const person = await app.signUp();
    await buy(app, person, "Pro");
    const { id: paymentId, providerPaymentId } = await app.deps.database
      .selectFrom("payments")
      .select(["id", "providerPaymentId"])
      .where("userId", "=", person.user._id)
      .executeTakeFirstOrThrow();
    await confirmAction(app, owner, "/api/operator/refunds", { items: [{ paymentId, sessions: 1 }] });
    await app.runJobs();
    const { providerRefundId } = await app.deps.database
      .selectFrom("refunds")
      .select("providerRefundId")
      .where("paymentId", "=", paymentId)
      .$narrowType<{ providerRefundId: string }>()
      .executeTakeFirstOrThrow();
    const failed = { providerPaymentId, providerRefundId, amountPaise: 16_634, receipt: null };
    await undoFailedRefund(app.deps, { provider: "sandbox", ...failed });
    const differencesAt = async (amount: string) => {
      const sent = await upload([head, row("refund", providerRefundId, amount)].join("\n"));
      const path = `/api/operator/settlements/${sent.body._id}/differences`;
      const { body } = await app.get(owner, path);
      return body.filter(({ reference }: { reference: string }) => reference === providerRefundId);
    };
    expect(await differencesAt("166.34")).toEqual([]);
    expect(await differencesAt("166.00")).toMatchObject([{ kind: "other-amount", ours: 166.34, paymentId }]);
  });

  it("may have formulas in the columns that nobody reads, which are not stored", async () => {
    const texts = ["=1+1", "+SUM(A1)", "-", "@x"];
    const rows = texts.map((description, index) =>
      row("payment", `pay_0000000000002${index}`, "1.00", { description, at: "01/11/2026 12:00:00" }),
    );
    const sent = await upload([head, ...rows].join("\n"));
    expect([sent.status, sent.body.payments]).toEqual([201, 4]);
    const { body } = await app.get(owner, `/api/operator/settlements/${sent.body._id}/differences`);
    expect(JSON.stringify(body)).not.toContain("SUM");
  });

  const good = row("payment", "pay_00000000000009", "99.00");
  it.each([
    [
      "a formula",
      [head, good, row("payment", "=HYPERLINK(1)", "1.00")],
      'Line 3: "=HYPERLINK(1)" is not the id of a payment.',
    ],
    [
      "a formula as an amount",
      [head, row("payment", "pay_1", "=1+1")],
      `Line 2: amount is "=1+1" and not an amount in rupees.${changedHint}`,
    ],
    [
      "an amount that is none",
      [head, row("payment", "pay_1", "1e9")],
      `Line 2: amount is "1e9" and not an amount in rupees.${changedHint}`,
    ],
    [
      "an id that is none",
      [head, row("payment", "order_1", "1.00")],
      'Line 2: "order_1" is not the id of a payment.',
    ],
    ["the same id twice", [head, good, good], "Line 3: pay_00000000000009 is in the file twice."],
    [
      "a time that is none",
      [head, row("payment", "pay_1", "1.00", { at: "yesterday" })],
      `Line 2: entity_created_at is "yesterday" and not a day with a time.${changedHint}`,
    ],
    [
      "a time of settlement that is none",
      [head, row("payment", "pay_1", "1.00", { settled: "soon" })],
      `Line 2: settled_at is "soon" and not a day with a time.${changedHint}`,
    ],
    ["an open quotation mark", [head, good, '"open'], "Line 3: a quotation mark is not closed."],
    ["no payment", [head], "This file contains no payments or refunds."],
    [
      "other columns",
      ["a,b,c", "1,2,3"],
      'Line 1: there is no column transaction_entity. Upload Razorpay\'s "Settlement recon" report as CSV.',
    ],
  ])("with %s is refused by its line", async (_what, lines, msg) => {
    const answer = await upload(lines.join("\n"));
    expect([answer.status, answer.body.msg]).toEqual([400, msg]);
  });

  /** A row as a spreadsheet saves it, with the separator of its country. */
  const savedAgain = (id: string, { at = "5/11/2026 9:05", amount = "1,499.00", by = "," } = {}) =>
    [
      head,
      [
        "payment",
        id,
        amount,
        "INR",
        "9.98",
        "1.80",
        "0",
        "487.22",
        "upi",
        at,
        "",
        "setl_1",
        "6/11/2026",
        "U",
      ],
    ]
      .map((line) => (typeof line === "string" ? line.split(",") : line))
      .map((cells) => cells.map((cell) => (cell.includes(by) ? `"${cell}"` : cell)).join(by))
      .concat(by.repeat(13), "")
      .join("\r\n");
  const morning = "2026-11-05T03:35:00.000Z";
  it.each([
    ["empty rows and short times", savedAgain("pay_Excel1"), morning],
    ["days with hyphens", savedAgain("pay_Excel2", { at: "20-11-2026 18:00" }), "2026-11-20T12:30:00.000Z"],
    ["half days", savedAgain("pay_Excel3", { at: "5/11/2026 9:05 PM" }), "2026-11-05T15:35:00.000Z"],
    ["semicolons", savedAgain("pay_Excel4", { by: ";", amount: "1.499,00" }), morning],
    ["a line about its separator", `sep=;\r\n${savedAgain("pay_Excel7", { by: ";" })}`, morning],
    ["a blank line above the head", `\r\n${savedAgain("pay_Excel9", { by: ";" })}`, morning],
    ["tabs", savedAgain("pay_Excel5", { by: "\t" }), morning],
    [
      "UTF-16",
      new Uint8Array(Buffer.from(`\uFEFF${savedAgain("pay_Excel6", { by: "\t" })}`, "utf16le")),
      morning,
    ],
  ])("that a spreadsheet saved with %s is read", async (_what, content, from) => {
    const sent = await upload(content);
    expect([sent.status, sent.body.msg]).toEqual([201, undefined]);
    expect(sent.body).toMatchObject({ rows: 1, payments: 1, paid: 1499, from });
  });

  it("that ends with a sum is read without it", async () => {
    const { body } = await upload(`${savedAgain("pay_Excel8")},,"2,998.00"${",".repeat(11)}`);
    expect(body).toMatchObject({ rows: 2, payments: 1, paid: 1499 });
  });

  it.each([
    "30/02/2026 09:00",
    "20-Nov-2026",
    "1.76E+09",
    "11/20/2026 18:05",
    "20.11.2026 18:00",
    "00:00.0",
    "46346",
  ])("with the time %s is refused", async (at) => {
    const { body } = await upload(savedAgain("pay_1", { at }));
    expect(body.msg).toBe(`Line 2: entity_created_at is "${at}" and not a day with a time.${changedHint}`);
  });

  it.each(["499.000", "(499.00)", "1\u00a0499,00"])("with the amount %s is refused", async (amount) => {
    const { body } = await upload(savedAgain("pay_1", { amount }));
    expect(body.msg).toBe(`Line 2: amount is "${amount}" and not an amount in rupees.${changedHint}`);
  });

  it.each([
    ["of quotation marks", `"${'"'.repeat(5_000_000)}"`, "Line 2: it is too long."],
    ["of letters", "a".repeat(5_000_000), "Line 2: it is too long."],
    ["in many empty lines", ",\n".repeat(2_500_000), "This file contains no payments or refunds."],
  ])("with five million characters %s is refused at once", async (_what, bomb, msg) => {
    const answer = await upload(`${head}\n${bomb}`);
    expect([answer.status, answer.body.msg]).toEqual([400, msg]);
  });

  it("of more rows than its comparison can take without making others wait is refused", async () => {
    const rows = Array.from({ length: 10_001 }, (_, index) => row("payment", `pay_many${index}`, "1.00"));
    const { status, body } = await upload([head, ...rows].join("\n"));
    const msg = "A settlement file can have at most 10,000 rows. Download a shorter period.";
    expect([status, body.msg, body.details]).toEqual([400, msg, [{ path: "settlement", msg }]]);
  });

  it("that is no text is refused", async () => {
    expect((await upload(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0]))).status).toBe(415);
    expect((await upload(new Uint8Array(100).fill(0xff))).body.msg).toMatch(/not text in UTF-8/);
    expect((await app.post(owner, "/api/operator/settlements")).status).toBe(400);
  });

  it("of 50 MB is refused, while other calls are answered, and nothing of it is stored", async () => {
    const files = async () => await app.read(owner, "/api/operator/settlements");
    const before = await files();
    let isOver = false;
    const sending = upload(new Uint8Array(50 * 1024 * 1024).fill(0x61)).finally(() => {
      isOver = true;
    });
    let answered = 0;
    while (!isOver) {
      expect((await app.call("GET", "/api/plans")).status).toBe(200);
      answered += 1;
    }
    expect(answered).toBeGreaterThan(0);
    const large = await sending;
    expect([large.status, large.body.msg]).toEqual([
      413,
      "A settlement file can be at most 5 MB. Download a shorter period.",
    ]);
    expect(await files()).toEqual(before);
  });
});
