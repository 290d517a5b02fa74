import { type FormEvent, type Ref, useState } from "react";
import { Button } from "../../../ui/actions/button.tsx";
import { Field } from "../../../ui/fields/field.tsx";
import { TextInput } from "../../../ui/fields/text-input.tsx";

export interface CouponFormProps {
  /** True when the price has a coupon already, which this one would replace. */
  hasCoupon: boolean;
  code: string;
  onCodeChange: (code: string) => void;
  onApply: (code: string) => void;
  applying: boolean;
  /** Why the last one was refused, in the server's words. */
  problem: string | null;
  inputRef: Ref<HTMLInputElement>;
}

/** A field for one coupon; pressing the button without one shows a message instead of asking the server. */
export function CouponForm({
  hasCoupon,
  code,
  onCodeChange,
  onApply,
  applying,
  problem,
  inputRef,
}: CouponFormProps) {
  const [isMissing, setMissing] = useState(false);
  function apply(event: FormEvent) {
    event.preventDefault();
    if (applying) return;
    setMissing(code.trim() === "");
    if (code.trim() !== "") onApply(code.trim());
  }
  const error = isMissing ? "Enter a coupon code first." : (problem ?? undefined);
  return (
    <form noValidate onSubmit={apply}>
      <Field label={hasCoupon ? "Another coupon" : "Coupon"} optional error={error}>
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
            <Button type="submit" variant="quiet" pending={applying} pendingLabel="Checking the coupon…">
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
