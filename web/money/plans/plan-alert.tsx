import { Link } from "react-router";
import { buttonClass } from "../../ui/button.tsx";
import { AlertDialog } from "../../ui/dialogs.tsx";

interface PlanAlertProps {
  message: string | null;
  /** The address of the sign-up page for somebody who may have no account; null for everybody else. */
  signUpPath: string | null;
  onClose: () => void;
}

/** Explains why somebody cannot buy a plan. A separate module, because most visits never show it. */
export default function PlanAlert({ message, signUpPath, onClose }: PlanAlertProps) {
  return (
    <AlertDialog
      open={message !== null}
      title="Plans"
      message={message}
      otherAction={
        signUpPath !== null && (
          <Link to={signUpPath} className={buttonClass({ variant: "quiet" })}>
            Create account
          </Link>
        )
      }
      onClose={onClose}
    />
  );
}
