import {
  changeFounding,
  changePrice,
  createDeskCoupon,
  type DeskPrices,
  type NewDeskCoupon,
} from "@greenroom/contract/desk/money/prices.ts";
import { timeZoneLabel } from "@greenroom/contract/kernel/time-zones.ts";
import { type PlanType, planTypes } from "@greenroom/contract/money/plans.ts";
import { useState } from "react";
import { errorMessage } from "../../api/client.ts";
import { instantAt } from "../../format/local-time.ts";
import { SelectField, TextField } from "../../forms/fields.tsx";
import { Form, SubmitButton } from "../../forms/form.tsx";
import { Button } from "../../ui/button.tsx";
import { Modal } from "../../ui/dialogs.tsx";
import { Field, TextInput } from "../../ui/fields.tsx";
import { useOperatorCall } from "../access/operator-calls.tsx";
import { ActionDialog, type DialogProps, useFieldProblem } from "../actions/action-dialog.tsx";
import { operatorMessages, useDeskZone } from "../layout/desk-parts.tsx";

interface NumberInputProps {
  /** The field of the action, whose problem is shown here. */
  name: string;
  label: string;
  value: number;
  onChange: (value: number) => void;
}

/** A field for a whole number, which applies when the focus leaves it. */
function NumberInput({ name, label, value, onChange }: NumberInputProps) {
  return (
    <Field label={label} error={useFieldProblem(name)}>
      {(control) => (
        <TextInput
          {...control}
          type="number"
          inputMode="numeric"
          defaultValue={value}
          // An empty field is sent without a number, so that the server refuses it; 0 would be a valid price.
          onBlur={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
        />
      )}
    </Field>
  );
}

function useStart() {
  const timeZone = useDeskZone();
  const [start, setStart] = useState("");
  const field = (
    <StartField
      name="startsAt"
      label="Starts"
      hint={`Leave it empty to start now. The time is in ${timeZoneLabel(timeZone, new Date())}.`}
      value={start}
      onChange={setStart}
    />
  );
  return { startsAt: readStart(start, timeZone), field };
}

interface ChangePriceProps extends DialogProps {
  planType: PlanType;
  listPrice: number;
}

export function ChangePrice({ planType, listPrice: current, ...dialog }: ChangePriceProps) {
  const [listPrice, setListPrice] = useState(current);
  const { startsAt, field } = useStart();
  return (
    <ActionDialog
      {...dialog}
      title={`Change the price of ${planType}`}
      action={changePrice}
      input={{ planType, listPrice, startsAt }}
      confirmLabel="Change the price"
    >
      <NumberInput
        name="listPrice"
        label="New list price, in rupees"
        value={listPrice}
        onChange={setListPrice}
      />
      {field}
    </ActionDialog>
  );
}

export function ChangeFounding({ founding, ...dialog }: DialogProps & { founding: DeskPrices["founding"] }) {
  const [places, setPlaces] = useState(founding.places);
  const [discount, setDiscount] = useState(founding.discount);
  const { startsAt, field } = useStart();
  return (
    <ActionDialog
      {...dialog}
      title="Change the founding places"
      action={changeFounding}
      input={{ places, discount, startsAt }}
      confirmLabel="Change them"
    >
      <NumberInput name="places" label="Places" value={places} onChange={setPlaces} />
      <NumberInput
        name="discount"
        label="Discount on Basic, in rupees"
        value={discount}
        onChange={setDiscount}
      />
      {field}
    </ActionDialog>
  );
}

/** The names are those of the contract, so that the server's errors appear at their fields. */
const emptyForm = {
  code: "",
  kind: "percent",
  value: "",
  plans: "",
  endsAt: "",
  totalLimit: "",
  perUserLimit: "1",
};

/** Asks for a coupon's data, then shows its effect. Going back keeps the typed values. */
export function CreateCoupon({ onDone, onClose }: DialogProps) {
  const timeZone = useDeskZone();
  const operatorCall = useOperatorCall();
  const [typed, setTyped] = useState(emptyForm);
  const [coupon, setCoupon] = useState<NewDeskCoupon | null>(null);
  if (coupon !== null) {
    return (
      <ActionDialog
        title={`Create the coupon ${coupon.code}`}
        action={createDeskCoupon}
        input={coupon}
        confirmLabel="Create the coupon"
        onDone={onDone}
        onClose={onClose}
      >
        <p>
          <Button variant="quiet" size="sm" onClick={() => setCoupon(null)}>
            Change the coupon
          </Button>
        </p>
      </ActionDialog>
    );
  }
  const positive = (value: string) => value === "" || /^[1-9]\d{0,6}$/.test(value) || "Enter a whole number.";
  return (
    <Modal open title="Create a coupon" onClose={onClose}>
      <Form
        label="Create a coupon"
        defaultValues={typed}
        failureMessage={(error) => errorMessage(error, operatorMessages.load)}
        onSubmit={async (values) => {
          setTyped(values);
          const described = readCoupon(values, timeZone);
          await operatorCall(createDeskCoupon.preview, { body: described });
          setCoupon(described);
        }}
      >
        <TextField
          name="code"
          label="Code"
          hint="Letters, digits and hyphens."
          autoComplete="off"
          required
          rules={{
            validate: (value: string) =>
              /^[A-Za-z0-9-]{2,32}$/.test(value.trim()) || "A code is 2 to 32 letters, digits and hyphens.",
          }}
        />
        <SelectField name="kind" label="Kind of discount">
          <option value="percent">Percent</option>
          <option value="fixed">Rupees</option>
        </SelectField>
        <TextField
          name="value"
          label="Discount"
          inputMode="numeric"
          required
          rules={{ validate: (value: string) => value !== "" && positive(value) }}
        />
        <SelectField name="plans" label="Plans">
          <option value="">Every plan</option>
          {planTypes.map((plan) => (
            <option key={plan} value={plan}>
              Only {plan}
            </option>
          ))}
        </SelectField>
        <TextField
          name="endsAt"
          label="Ends"
          type="datetime-local"
          hint={`In ${timeZoneLabel(timeZone, new Date())}. Leave it empty for no end.`}
          optional
        />
        <TextField
          name="totalLimit"
          label="Total uses"
          inputMode="numeric"
          optional
          rules={{ validate: positive }}
        />
        <TextField
          name="perUserLimit"
          label="Uses per person"
          inputMode="numeric"
          optional
          rules={{ validate: positive }}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton>See what it does</SubmitButton>
        </div>
      </Form>
    </Modal>
  );
}

function readCoupon(values: typeof emptyForm, timeZone: string): NewDeskCoupon {
  const plan = planTypes.find((planType) => planType === values.plans);
  const limit = (text: string) => (text === "" ? null : Number(text));
  return {
    code: values.code.trim().toUpperCase(),
    kind: values.kind === "fixed" ? "fixed" : "percent",
    value: Number(values.value),
    plans: plan === undefined ? null : [plan],
    endsAt: readStart(values.endsAt, timeZone),
    totalLimit: limit(values.totalLimit),
    perUserLimit: limit(values.perUserLimit),
  };
}

interface StartFieldProps {
  /** `2026-11-20T18:00`; empty: now. */
  value: string;
  onChange: (value: string) => void;
  /** The field of the action, whose problem is shown here. */
  name: string;
  label: string;
  hint: string;
}

/** A day and a time in the operator's zone. It applies when it is left. */
export function StartField({ name, value, onChange, label, hint }: StartFieldProps) {
  return (
    <Field label={label} hint={hint} error={useFieldProblem(name)} optional>
      {(control) => (
        <TextInput
          {...control}
          type="datetime-local"
          defaultValue={value}
          onBlur={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** The instant of a `StartField`; null: now. */
export function readStart(value: string, timeZone: string): string | null {
  if (value === "") return null;
  const [day = "", time = ""] = value.split("T");
  return instantAt(day, time, timeZone).toISOString();
}
