import { AlertDialog } from "../../../ui/alert-dialog.tsx";

/** What stands between somebody and a plan. A module of its own: most visits never see it. */
export default function PlanAlert({ message, onClose }: { message: string | null; onClose: () => void }) {
  return <AlertDialog open={message !== null} title="Plans" message={message} onClose={onClose} />;
}
