import { useFormState } from "react-hook-form";
import { Button, type ButtonProps } from "../ui/button.tsx";

/** Pending for as long as its form is being sent. */
export function SubmitButton(props: Omit<ButtonProps, "type" | "pending">) {
  const { isSubmitting } = useFormState();
  return <Button {...props} type="submit" pending={isSubmitting} />;
}
