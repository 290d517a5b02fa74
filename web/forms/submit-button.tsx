import { useFormState } from "react-hook-form";
import { Button, type ButtonProps } from "../ui/actions/button.tsx";

/** Pending while its form is being sent. */
export function SubmitButton(props: Omit<ButtonProps, "type" | "pending">) {
  const { isSubmitting } = useFormState();
  return <Button {...props} type="submit" pending={isSubmitting} />;
}
