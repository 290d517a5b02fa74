import { useState } from "react";
import { Button } from "../ui/actions/button.tsx";
import { Accordion } from "../ui/display/accordion.tsx";
import { Avatar } from "../ui/display/avatar.tsx";
import { BookingTicket } from "../ui/display/booking-ticket.tsx";
import { Card } from "../ui/display/card.tsx";
import { ClockText, Countdown } from "../ui/display/clock-text.tsx";
import { DescriptionList } from "../ui/display/description-list.tsx";
import { Glow } from "../ui/display/glow.tsx";
import { Logo, LogoMark } from "../ui/display/logo.tsx";
import { StatCard } from "../ui/display/stat-card.tsx";
import { Table } from "../ui/display/table.tsx";
import { Tabs } from "../ui/display/tabs.tsx";
import { Pill } from "../ui/status/pill.tsx";
import { GallerySection, Row } from "./gallery-section.tsx";

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
