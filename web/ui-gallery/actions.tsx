import { useState } from "react";
import { Button } from "../ui/actions/button.tsx";
import { buttonClass } from "../ui/actions/button-class.ts";
import { SegmentedControl } from "../ui/actions/segmented-control.tsx";
import { AlertDialog } from "../ui/dialogs/alert-dialog.tsx";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { Drawer } from "../ui/dialogs/drawer.tsx";
import { Modal } from "../ui/dialogs/modal.tsx";
import { GallerySection, Row } from "./gallery-section.tsx";

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
