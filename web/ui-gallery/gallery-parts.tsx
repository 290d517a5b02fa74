import { ratingLabels } from "@greenroom/contract/review/tracks.ts";
import { type ReactNode, useState } from "react";
import { networkMessages } from "../api/client.ts";
import { SelectField, TextAreaField, TextField } from "../forms/fields.tsx";
import { Form } from "../forms/form.tsx";
import { RatingField, RatingInput } from "../forms/rating-field.tsx";
import { OneTimeCodeField, PasswordField } from "../forms/secret-fields.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import {
  Avatar,
  BookingTicket,
  ClockText,
  Countdown,
  DescriptionList,
  EmptyState,
  Pill,
  SegmentedControl,
  StatCard,
} from "../ui/content.tsx";
import { AlertDialog, ConfirmDialog, Drawer, Modal } from "../ui/dialogs.tsx";
import { Checkbox, Field, Select, TextArea, TextInput } from "../ui/fields.tsx";
import { ErrorState, LoadingLines, Skeleton } from "../ui/loading.tsx";
import { Accordion, Banner, Card, Glow, Logo, LogoMark } from "../ui/panels.tsx";
import { OneTimeCodeInput, PasswordInput } from "../ui/secret-inputs.tsx";
import { Spinner, StatusLight, StatusMessage } from "../ui/status.tsx";
import { Table } from "../ui/table.tsx";
import { Tabs } from "../ui/tabs.tsx";

/** One section of the gallery. */
export function GallerySection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-5 border-t border-line pt-6">
      <h2 className="text-xl">{title}</h2>
      {children}
    </section>
  );
}

export function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}

type Open = "alert" | "confirm" | "pending" | "modal" | "wide" | "drawer" | "side" | null;

export function ActionsGallery() {
  const [open, setOpen] = useState<Open>(null);
  const [pending, setPending] = useState(false);
  const [view, setView] = useState<"a" | "b">("a");
  const close = () => setOpen(null);
  return (
    <GallerySection title="Actions">
      <Row>
        <Button>Primary</Button>
        <Button variant="quiet">Quiet</Button>
        <Button variant="ghost">Ghost</Button>
        <Button variant="accent">Accent</Button>
        <Button variant="danger">Danger</Button>
      </Row>
      <Button wide>As wide as its place</Button>
      <a href="#actions" className={buttonClass({ variant: "quiet", className: "justify-self-start" })}>
        A link in a button's look
      </a>
      <Row>
        <Button size="sm">Small</Button>
        <Button size="lg">Large</Button>
        <Button disabled>Disabled</Button>
        <Button inactive onActivateWhileDisabled={() => setOpen("alert")}>
          Inactive, yet answers
        </Button>
        <Button pending={pending} onClick={() => setPending(true)}>
          {pending ? "Being sent" : "Press to send"}
        </Button>
        <Button variant="quiet" pending>
          Pending
        </Button>
      </Row>
      <Row>
        <Button variant="quiet" onClick={() => setOpen("alert")}>
          Alert
        </Button>
        <Button variant="quiet" onClick={() => setOpen("confirm")}>
          Confirm
        </Button>
        <Button variant="quiet" onClick={() => setOpen("modal")}>
          Modal
        </Button>
        <Button variant="quiet" onClick={() => setOpen("wide")}>
          Wide modal
        </Button>
        <Button variant="quiet" onClick={() => setOpen("pending")}>
          Confirm, under way
        </Button>
        <Button variant="quiet" onClick={() => setOpen("drawer")}>
          Drawer
        </Button>
        <Button variant="quiet" onClick={() => setOpen("side")}>
          Drawer at the side
        </Button>
        <SegmentedControl
          label="Choice"
          value={view}
          onChange={setView}
          options={[
            { value: "a", label: "Left" },
            { value: "b", label: "Right" },
          ]}
        />
      </Row>
      <AlertDialog
        open={open === "alert"}
        title="One thing first"
        message="Please enter your email address first."
        onClose={close}
      />
      <ConfirmDialog
        open={open === "confirm"}
        title="Are you sure you want to delete this available slot?"
        message="Nobody has booked it yet."
        confirmLabel="Delete slot"
        danger
        onConfirm={close}
        onCancel={close}
      />
      <Modal open={open === "modal"} title="A modal" description="For a form or a document." onClose={close}>
        <Button onClick={close}>Done</Button>
      </Modal>
      <Modal open={open === "wide"} title="A wide modal" width="wide" onClose={close}>
        <p>For what is read beside something else.</p>
      </Modal>
      <ConfirmDialog
        open={open === "pending"}
        title="Cancel this interview?"
        confirmLabel="Cancel it"
        cancelLabel="Keep it"
        pending
        onConfirm={close}
        onCancel={close}
      />
      <Drawer open={open === "drawer"} title="A drawer" side="bottom" onClose={close}>
        <p>For phones.</p>
      </Drawer>
      <Drawer open={open === "side"} title="A drawer at the side" onClose={close}>
        <p>For menus.</p>
      </Drawer>
    </GallerySection>
  );
}

const states = [
  { label: "As it is", error: undefined, props: {} },
  { label: "With an error", error: "This is what is wrong with it.", props: {} },
  { label: "Disabled", error: undefined, props: { disabled: true } },
] as const;

/** Every control in every state that the forms above do not show. */
export function ControlsGallery() {
  return (
    <GallerySection title="Controls and their states">
      <div className="grid gap-5 sm:grid-cols-3">
        {states.map(({ label, error, props }) => (
          <div key={label} className="grid content-start gap-4">
            <Field label={`Text: ${label.toLowerCase()}`} error={error}>
              {(control) => <TextInput {...control} {...props} defaultValue="meera@example.com" />}
            </Field>
            <Field label={`Password: ${label.toLowerCase()}`} error={error}>
              {(control) => <PasswordInput {...control} {...props} defaultValue="walk-in-warm-1" />}
            </Field>
            <Field label={`Choice: ${label.toLowerCase()}`} error={error}>
              {(control) => (
                <Select {...control} {...props}>
                  <option>Machine learning engineer</option>
                  <option>Data scientist</option>
                </Select>
              )}
            </Field>
            <Field label={`Long text: ${label.toLowerCase()}`} error={error}>
              {(control) => <TextArea {...control} {...props} rows={2} defaultValue="Two lines of it." />}
            </Field>
            <Field label={`Code: ${label.toLowerCase()}`} error={error}>
              {(control) => <OneTimeCodeInput {...control} {...props} defaultValue="1234" />}
            </Field>
          </div>
        ))}
      </div>
      <Field label="Read only" hint="Ask us to change it.">
        {(control) => <TextInput {...control} readOnly defaultValue="Meera Iyer" />}
      </Field>
      <Row>
        <Checkbox label="Not chosen" />
        <Checkbox label="Chosen" defaultChecked />
        <Checkbox label="Not to be chosen" disabled />
      </Row>
    </GallerySection>
  );
}

/** Refuses as the server would: one problem at a field, then one that belongs to no field. */
async function refuse(values: { email: string }) {
  await new Promise((resolve) => setTimeout(resolve, 800));
  const details = values.email.includes("+")
    ? []
    : [{ path: "email", msg: "This address is already in use." }];
  throw Object.assign(new Error("Signup failed"), { details });
}

export function FieldsGallery() {
  const [rating, setRating] = useState<number | null>(4);
  return (
    <GallerySection title="Fields and forms">
      <div className="grid gap-6 lg:grid-cols-2">
        <Card>
          <Form
            label="Example form"
            defaultValues={{
              email: "meera@example.com",
              password: "",
              code: "",
              role: "ml",
              about: "",
              score: null,
            }}
            onSubmit={refuse}
            submitLabel="Create account"
          >
            <TextField name="email" type="email" label="Email" hint="Where the code goes." required />
            <PasswordField
              name="password"
              label="Password"
              autoComplete="new-password"
              rules={{ required: "Choose a password." }}
            />
            <OneTimeCodeField name="code" label="Verification code" />
            <SelectField name="role" label="Role">
              <option value="ml">Machine learning engineer</option>
              <option value="ds">Data scientist</option>
            </SelectField>
            <TextAreaField name="about" label="About you" optional />
            <RatingField name="score" legend="How was the interview?" labels={ratingLabels} />
          </Form>
        </Card>
        <Card className="grid content-start gap-5">
          <Field label="With an error" error="Email must look like name@example.com.">
            {(control) => <TextInput {...control} defaultValue="meera@" />}
          </Field>
          <Checkbox label="Tell me when a slot opens" defaultChecked />
          <RatingInput legend="Rated" labels={ratingLabels} value={rating} onChange={setRating} />
          <RatingInput
            legend="Not rated"
            labels={ratingLabels}
            value={undefined}
            onChange={setRating}
            error="Please select a rating before submitting."
          />
        </Card>
      </div>
    </GallerySection>
  );
}

export function MessagesGallery() {
  const [isDismissed, setDismissed] = useState(false);
  return (
    <GallerySection title="Statuses and messages">
      <Row>
        <StatusLight status="live">In session</StatusLight>
        <StatusLight status="ready">Available</StatusLight>
        <StatusLight status="wait">Pending</StatusLight>
        <StatusLight status="off">Completed</StatusLight>
        <StatusLight status="bad">Canceled</StatusLight>
      </Row>
      <Row>
        <Pill status="live">In session</Pill>
        <Pill status="ready">Sessions remaining: 2</Pill>
        <Pill status="wait">Pending</Pill>
        <Pill status="off">Completed</Pill>
        <Pill status="bad">Canceled</Pill>
        <Pill dot={false}>Plain</Pill>
      </Row>
      <Banner label="Example banner" closeButton={{ onClick: () => setDismissed(true) }}>
        {isDismissed ? "Dismissed: the page takes it away." : "One sentence that everybody should read."}
      </Banner>
      <Banner label="Lasting banner">One that cannot be closed.</Banner>
      <StatusMessage message="✅ Booking successful & Zoom meeting created!" tone="good" />
      <StatusMessage message="❌ Booking failed" tone="bad" />
      <StatusMessage message={networkMessages.checkConnection} tone="wait" />
      <div className="grid gap-5 md:grid-cols-3">
        <Card>
          <EmptyState
            title="No sessions yet"
            detail="Book your first one."
            action={<Button>Book an interview</Button>}
          />
        </Card>
        <Card>
          <ErrorState message="Failed to load sessions." onRetry={() => undefined} />
        </Card>
        <Card className="grid content-start gap-5">
          <LoadingLines />
          <Spinner className="size-6" />
          <Skeleton className="h-24 rounded-md" />
        </Card>
      </div>
    </GallerySection>
  );
}

const transactions = [
  { id: "1", who: "Interview with Meera Nair", on: "20 Nov 2026", amount: "₹69.30", credited: true },
  { id: "2", who: "Interview with Rohan Shah", on: "18 Nov 2026", amount: "₹116.20", credited: false },
];

const start = new Date("2026-11-22T05:30:00Z");
const beforeStart = new Date("2026-11-22T05:18:20Z");

export function DisplayGallery() {
  const [tab, setTab] = useState("resume");
  return (
    <GallerySection title="Showing things">
      <BookingTicket
        startsAt={start}
        timeZone="Asia/Kolkata"
        title="11:00 – 11:45 with Kavya Menon"
        detail="30-minute interview, 10 minutes of feedback"
        status={<Pill status="wait">Pending</Pill>}
        action={<Button size="sm">Join meeting</Button>}
      />
      <BookingTicket
        past
        startsAt={new Date("2026-11-03T05:30:00Z")}
        timeZone="Asia/Kolkata"
        title="11:00 – 11:45 with Arjun Rao"
        status={<Pill>Completed</Pill>}
      >
        <p className="text-ink-2">Rated 4 out of 5: “Clear questions, honest notes.”</p>
      </BookingTicket>
      <dl className="grid gap-4 sm:grid-cols-3">
        <StatCard label="Available Slots" value="12" status="ready" />
        <StatCard label="Booked Interviews" value="3" status="wait" />
        <StatCard label="Completed Interviews" value="48" status="off" detail="since May" />
      </dl>
      <div className="grid gap-5 md:grid-cols-2">
        <Card>
          <h3 className="mb-4 text-xl">Confirm this slot</h3>
          <DescriptionList
            items={[
              { term: "When", detail: "Fri 20 Nov, 18:00 – 18:45" },
              { term: "With", detail: "Arjun Rao" },
              { term: "Room", detail: "Created when you confirm" },
              { term: "Costs", detail: "1 of your 2 sessions" },
            ]}
          />
        </Card>
        <Card tone="dark" className="relative overflow-hidden">
          <Glow className="-right-20 -top-32 w-96" />
          <h3 className="relative text-xl">On a dark panel</h3>
          <p className="relative mt-2 text-on-dark-2">
            <ClockText seconds={1508} /> of 45:00, and <Countdown until={start} now={beforeStart} /> until it
            starts
          </p>
        </Card>
        <Card tone="tint">Tinted card</Card>
        <Card tone="sunk">Sunken card</Card>
      </div>
      <Card padded={false}>
        <Table
          caption="Transactions"
          rows={transactions}
          rowKey={(row) => row.id}
          columns={[
            { key: "who", header: "Details", cell: (row) => row.who },
            { key: "on", header: "Date", cell: (row) => row.on },
            { key: "amount", header: "Amount", align: "end", cell: (row) => row.amount },
            {
              key: "status",
              header: "Status",
              align: "end",
              cell: (row) => (
                <Pill status={row.credited ? "ready" : "wait"}>{row.credited ? "Credited" : "Pending"}</Pill>
              ),
            },
          ]}
        />
      </Card>
      <Tabs
        label="Profile"
        value={tab}
        onValueChange={setTab}
        tabs={[
          { value: "resume", label: "Resume Builder", content: <p>Resume</p> },
          { value: "account", label: "Account Settings", content: <p>Account</p> },
        ]}
      />
      <Accordion
        items={[
          { id: "a", question: "Is it a subscription?", answer: "No. You pay once for a pack of sessions." },
          { id: "b", question: "How long is an interview?", answer: "Thirty minutes, then ten of feedback." },
        ]}
      />
      <Row>
        <Avatar name="Meera Nair" />
        <Avatar name="Arjun" />
        <Logo name="Greenroom" />
        <LogoMark className="size-10" />
      </Row>
    </GallerySection>
  );
}
