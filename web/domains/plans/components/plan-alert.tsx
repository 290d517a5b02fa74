import { AlertDialog } from "../../../ui/dialogs/alert-dialog.tsx";

/** Explains why somebody cannot buy a plan. A separate module, because most visits never show it. */
export default function PlanAlert({ message, onClose }: { message: string | null; onClose: () => void }) {
  return <AlertDialog open={message !== null} title="Plans" message={message} onClose={onClose} />;
}
