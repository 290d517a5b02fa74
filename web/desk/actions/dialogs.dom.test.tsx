import { stopDeskCoupon } from "@greenroom/contract/desk/money/prices.ts";
import { grantSessions } from "@greenroom/contract/desk/people.ts";
import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmationProvider } from "../access/confirmation.tsx";
import { CancelDialog } from "../bookings/cancel-dialog.tsx";
import { samplePerson } from "../desk.testing.tsx";
import { ExportDialog } from "../money/payout-batch.tsx";
import { ChangePrice } from "../money/price-dialogs.tsx";
import { RefundDialog, RefundGoodwill } from "../money/refund-dialogs.tsx";
import { DetailsDialog, GrantDialog, RoleDialog, SeeAsDialog } from "../people/person-actions.tsx";
import { ActionDialog } from "./action-dialog.tsx";
import { ReasonDialog } from "./reason.tsx";
import { ResultNotice } from "./result-notice.tsx";

const calls = serveCallAnswers();
const { _id: id } = samplePerson;
const person = samplePerson;
const done = () => undefined;

interface Row {
  name: string;
  /** The address of the action; its preview is at this address with `/preview`. */
  path: string;
  /** The text that has to be typed to confirm. */
  typed?: string;
  /** The label of a field above the preview; Enter in a list of choices opens it. */
  field?: RegExp | "choice";
  dialog: (onClose: () => void) => ReactNode;
}

const people = `/api/operator/people/${id}`;
/** Every kind of dialog that has a preview. */
const rows: Row[] = [
  {
    name: "grant sessions",
    path: `${people}/grant-sessions`,
    field: /^Sessions/,
    dialog: (onClose) => <GrantDialog personId={id} onDone={done} onClose={onClose} />,
  },
  {
    name: "change the role",
    path: `${people}/role`,
    typed: person.email,
    field: "choice",
    dialog: (onClose) => <RoleDialog person={person} onDone={done} onClose={onClose} />,
  },
  {
    name: "an action without fields",
    path: `${people}/grant-sessions`,
    dialog: (onClose) => (
      <ActionDialog
        title="Do it"
        confirmLabel="Do it"
        id={id}
        action={grantSessions}
        onDone={done}
        onClose={onClose}
      />
    ),
  },
  {
    name: "refund",
    path: "/api/operator/refunds",
    typed: "166.34",
    dialog: (onClose) => <RefundDialog items={refundItems} onDone={done} onClose={onClose} />,
  },
  {
    name: "refund out of goodwill",
    path: "/api/operator/refunds",
    typed: "166.34",
    field: /^Rupees/,
    dialog: (onClose) => (
      <RefundGoodwill payment={{ _id: id, goodwillLimit: 166 }} onDone={done} onClose={onClose} />
    ),
  },
  {
    name: "cancel many",
    path: "/api/operator/bookings/cancellation",
    typed: "CANCEL 2",
    dialog: (onClose) => <CancelDialog bookings={bookings} onDone={done} onClose={onClose} />,
  },
  {
    name: "stop a coupon",
    path: `/api/operator/coupons/${id}/stop`,
    typed: "HELLO",
    dialog: (onClose) => (
      <ActionDialog
        title="Stop the coupon HELLO"
        confirmLabel="Stop the coupon"
        id={id}
        action={stopDeskCoupon}
        onDone={done}
        onClose={onClose}
      />
    ),
  },
  {
    name: "change a price",
    path: "/api/operator/prices",
    typed: "Pro",
    field: /^New list price/,
    dialog: (onClose) => <ChangePrice planType="Pro" listPrice={499} onDone={done} onClose={onClose} />,
  },
  {
    name: "export payouts",
    path: "/api/operator/payout-batches",
    dialog: (onClose) => <ExportDialog onDone={done} onClose={onClose} />,
  },
];
const refundItems = [{ paymentId: id, sessions: 1 }];
const bookings = [id, id.replace(/1$/, "2")].map((_id) => ({
  _id,
  interviewer: { _id: id, name: "Asha Rao", email: "asha@greenroom.example" },
}));

function Opener({ dialog }: Pick<Row, "dialog">) {
  const [isOpen, setOpen] = useState(false);
  return (
    <ConfirmationProvider>
      <ResultNotice result={{ msg: "Earlier", tone: "wait" }} onResult={done} />
      <Button onClick={() => setOpen(true)}>Open</Button>
      {isOpen && dialog(() => setOpen(false))}
    </ConfirmationProvider>
  );
}

beforeEach(() => {
  storeSession(sampleUser);
  calls.set({
    "GET /api/operator/access": { body: { level: "owner", timeZone: "Asia/Kolkata" } },
  });
});

const isIn = (dialog: HTMLElement) => dialog.contains(document.activeElement);
const sentTo = (path: string) => calls.sent.filter(({ name }) => name === `POST ${path}`);

describe.each(rows)("the dialog to $name", ({ path, typed, field, dialog }) => {
  const version = "as it is";
  function open() {
    const lines = [{ label: "Effect", text: "What follows" }];
    calls.set({
      [`POST ${path}/preview`]: { body: { lines, typedConfirmation: typed ?? null, version, freeTimes: 0 } },
      [`POST ${path}`]: {
        body: {
          msg: "Done.",
          approvalId: null,
          undo: null,
          batchId: id,
        },
      },
    });
    return renderScreen(<Opener dialog={dialog} />);
  }

  it("takes the focus, and Escape gives it back without doing anything", async () => {
    const { user } = open();
    const opener = screen.getByRole("button", { name: "Open" });
    await user.click(opener);
    await screen.findByText("What follows");
    const shown = screen.getByRole("dialog");
    await waitFor(() => expect(isIn(shown) && document.activeElement !== shown).toBe(true));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(opener));
    expect(sentTo(path)).toEqual([]);
  });

  it("is done with Enter alone, once, and moves the focus to the result", async () => {
    const { user } = open();
    await user.click(screen.getByRole("button", { name: "Open" }));
    await screen.findByText("What follows");
    const reason = screen.getByLabelText(/^Reason/);
    if (field === "choice") await user.click(reason);
    else if (field !== undefined) {
      await user.click(screen.getByLabelText(field));
      await user.keyboard("{Enter}");
    }
    await waitFor(() => expect(document.activeElement).toBe(reason));
    // Without a reason, Enter says what is missing.
    await user.keyboard("{Enter}");
    if (typed !== undefined) {
      expect(document.activeElement).toBe(
        screen.getByLabelText(`Type ${typed} to confirm`, { exact: false }),
      );
      await user.keyboard("{Enter}");
    }
    await screen.findByText("Enter a reason.");
    expect(sentTo(path)).toEqual([]);
    await user.click(reason);
    await user.keyboard("They asked by phone");
    if (typed !== undefined) await user.keyboard(`{Enter}${typed}`);
    // Both before the answer, after which the second one would open the dialog again.
    await userEvent.setup({ delay: null }).keyboard("{Enter}{Enter}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sentTo(path).map(({ body }) => body)).toEqual([
      expect.objectContaining({
        reason: "They asked by phone",
        version,
        ...(typed === undefined ? {} : { typed }),
      }),
    ]);
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Earlier"));
  });
});

it("a reason has a second line with Shift and Enter", async () => {
  const sent: string[] = [];
  const { user } = renderScreen(
    <Opener
      dialog={(onClose) => (
        <ReasonDialog
          title="Give it up"
          detail="It never runs."
          confirmLabel="Give it up"
          onConfirm={async (reason) => void sent.push(reason)}
          onClose={onClose}
        />
      )}
    />,
  );
  await user.click(screen.getByRole("button", { name: "Open" }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Reason/)));
  await user.keyboard("One{Shift>}{Enter}{/Shift}two{Enter}");
  await waitFor(() => expect(sent).toEqual(["One\ntwo"]));
});

it.each([
  ["details", /^First name/, "See what changes", DetailsDialog],
  ["see as", /^Reason/, "Start", SeeAsDialog],
] as const)("Enter sends the form of %s", async (_name, label, button, Dialog) => {
  calls.set({
    [`POST ${people}/details/preview`]: { status: 409, body: { msg: "Nothing.", code: "conflict" } },
  });
  const { user } = renderScreen(
    <Opener dialog={(onClose) => <Dialog person={person} onDone={done} onClose={onClose} />} />,
  );
  await user.click(screen.getByRole("button", { name: "Open" }));
  await user.click(await screen.findByLabelText(label));
  expect(screen.getByRole("button", { name: button })).toBeDefined();
  await user.keyboard("Asha{Enter}");
  await waitFor(() => expect(calls.sent.some(({ name }) => name.startsWith(`POST ${people}`))).toBe(true));
});

it("gives the focus back from the second step of a dialog", async () => {
  calls.set({
    [`POST ${people}/details/preview`]: {
      body: { lines: [{ label: "Name", text: "Meera → Asha" }], typedConfirmation: null, version: "1" },
    },
  });
  const { user } = renderScreen(
    <Opener dialog={(onClose) => <DetailsDialog person={person} onDone={done} onClose={onClose} />} />,
  );
  const opener = screen.getByRole("button", { name: "Open" });
  await user.click(opener);
  await user.click(await screen.findByLabelText(/^First name/));
  await user.keyboard("Asha{Enter}");
  await screen.findByText("Meera → Asha");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Reason/)));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

it("Enter before the first preview applies the field, and goes on when the preview is there", async () => {
  const lines = [{ label: "Effect", text: "What follows" }];
  calls.set({
    "POST /api/operator/prices/preview": [
      "hang",
      { body: { lines, typedConfirmation: "Pro", version: "1" } },
    ],
  });
  const { user } = renderScreen(
    <Opener
      dialog={(onClose) => <ChangePrice planType="Pro" listPrice={499} onDone={done} onClose={onClose} />}
    />,
  );
  await user.click(screen.getByRole("button", { name: "Open" }));
  const field = await screen.findByLabelText(/^New list price/);
  await user.clear(field);
  await user.type(field, "449{Enter}");
  await waitFor(() =>
    expect(sentTo("/api/operator/prices/preview").at(-1)?.body).toMatchObject({ listPrice: 449 }),
  );
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Reason/)));
});
