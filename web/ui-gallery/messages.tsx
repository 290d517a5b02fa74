import { useState } from "react";
import { networkMessages } from "../api/network-messages.ts";
import { Button } from "../ui/actions/button.tsx";
import { Card } from "../ui/display/card.tsx";
import { Banner } from "../ui/status/banner.tsx";
import { EmptyState } from "../ui/status/empty-state.tsx";
import { ErrorState } from "../ui/status/error-state.tsx";
import { Pill } from "../ui/status/pill.tsx";
import { LoadingLines, Skeleton } from "../ui/status/skeleton.tsx";
import { Spinner } from "../ui/status/spinner.tsx";
import { StatusLight } from "../ui/status/status-light.tsx";
import { StatusMessage } from "../ui/status/status-message.tsx";
import { GallerySection, Row } from "./gallery-section.tsx";

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
