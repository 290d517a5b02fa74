import { type FormEvent, type Ref, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { TextInput } from "../../../ui/text-input.tsx";

export interface CouponFormProps {
  code: string;
  onCodeChange: (code: string) => void;
  onApply: (code: string) => void;
  applying: boolean;
  /** Why the last one was refused, in the server's words. */
  problem: string | null;
  inputRef: Ref<HTMLInputElement>;
}

/** One typed coupon; a press without one says so instead of asking the server. */
export function CouponForm({ code, onCodeChange, onApply, applying, problem, inputRef }: CouponFormProps) {
  const [isMissing, setMissing] = useState(false);
  function apply(event: FormEvent) {
    event.preventDefault();
    if (applying) return;
    setMissing(code.trim() === "");
    if (code.trim() !== "") onApply(code.trim());
  }
  const error = isMissing ? "Type a coupon first." : (problem ?? undefined);
  return (
    <form noValidate onSubmit={apply}>
      <Field label="Another coupon" optional error={error}>
        {(control) => (
          <div className="flex gap-2">
            <TextInput
              {...control}
              ref={inputRef}
              value={code}
              onChange={(event) => onCodeChange(event.target.value)}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={32}
              className="uppercase"
            />
            <Button type="submit" look="quiet" pending={applying} pendingLabel="Checking the coupon…">
              Apply
            </Button>
          </div>
        )}
      </Field>
      <p role="status" className="sr-only">
        {error ?? ""}
      </p>
    </form>
  );
}
