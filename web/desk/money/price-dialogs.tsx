import type { ConfirmedAction, Preview } from "@greenroom/contract/desk/actions.ts";
import {
  changeFounding,
  changePrice,
  type DeskPrices,
  previewFoundingChange,
  previewPriceChange,
  previewPriceWithdrawal,
  withdrawPrice,
} from "@greenroom/contract/desk/money/prices.ts";
import { timeZoneLabel } from "@greenroom/contract/kernel/time-zones.ts";
import type { PlanType } from "@greenroom/contract/money/plans.ts";
import { type ReactNode, useCallback, useState } from "react";
import { Field, TextInput } from "../../ui/fields.tsx";
import { useOperatorCall } from "../access/use-operator-call.ts";
import { ActionDialog } from "../actions/action-dialog.tsx";
import { useFieldProblem } from "../actions/preview-lines.tsx";
import { useRefresh } from "../actions/use-refresh.ts";
import type { ActionResult } from "../results/result-notice.tsx";
import { useDeskZone } from "../time/desk-time.tsx";
import { readStart, StartField } from "./start-field.tsx";
import {
  type ComingVersion,
  changedPrices,
  foundingAction,
  priceAction,
  usePriceUndos,
} from "./use-price-inverses.ts";

interface DialogProps {
  onResult: (result: ActionResult) => void;
  onClose: () => void;
}

interface PriceDialogProps extends DialogProps {
  title: string;
  confirmLabel: string;
  loadPreview: () => Promise<Preview>;
  perform: (action: ConfirmedAction) => Promise<ActionResult>;
  children?: ReactNode;
}

function PriceDialog({ perform, onResult, ...props }: PriceDialogProps) {
  const refresh = useRefresh(changedPrices);
  return (
    <ActionDialog
      {...props}
      onConfirm={async (action) => {
        onResult(await perform(action));
        await refresh();
      }}
    />
  );
}

interface NumberInputProps {
  /** The field of the action, whose problem is shown here. */
  name: string;
  label: string;
  value: number;
  onChange: (value: number) => void;
}

/** A field for a whole number, which applies when the focus leaves it. */
export function NumberInput({ name, label, value, onChange }: NumberInputProps) {
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

export function ChangePrice({
  planType,
  listPrice: current,
  ...dialog
}: DialogProps & { planType: PlanType; listPrice: number }) {
  const operatorCall = useOperatorCall();
  const [listPrice, setListPrice] = useState(current);
  const { startsAt, field } = useStart();
  const inverses = usePriceUndos();
  const loadPreview = useCallback(
    () => operatorCall(previewPriceChange, { body: { planType, listPrice, startsAt } }),
    [operatorCall, planType, listPrice, startsAt],
  );
  return (
    <PriceDialog
      {...dialog}
      title={`Change the price of ${planType}`}
      confirmLabel="Change the price"
      loadPreview={loadPreview}
      perform={async (action) => {
        const body = { ...action, planType, listPrice, startsAt };
        const { msg, _id, before } = await operatorCall(changePrice, { body });
        // There is nothing to undo while another owner has to approve it.
        if (_id === null || before === null) return { msg };
        const former = { planType, ...before };
        return { msg, undo: inverses.ofChange({ id: _id, startsAt, former, action: priceAction }) };
      }}
    >
      <NumberInput
        name="listPrice"
        label="New list price, in rupees"
        value={listPrice}
        onChange={setListPrice}
      />
      {field}
    </PriceDialog>
  );
}

export function ChangeFounding({ founding, ...dialog }: DialogProps & { founding: DeskPrices["founding"] }) {
  const operatorCall = useOperatorCall();
  const [places, setPlaces] = useState(founding.places);
  const [discount, setDiscount] = useState(founding.discount);
  const { startsAt, field } = useStart();
  const inverses = usePriceUndos();
  const loadPreview = useCallback(
    () => operatorCall(previewFoundingChange, { body: { places, discount, startsAt } }),
    [operatorCall, places, discount, startsAt],
  );
  return (
    <PriceDialog
      {...dialog}
      title="Change the founding places"
      confirmLabel="Change them"
      loadPreview={loadPreview}
      perform={async (action) => {
        const body = { ...action, places, discount, startsAt };
        const { msg, _id, before } = await operatorCall(changeFounding, { body });
        if (_id === null || before === null) return { msg };
        return {
          msg,
          undo: inverses.ofChange({ id: _id, startsAt, former: before, action: foundingAction }),
        };
      }}
    >
      <NumberInput name="places" label="Places" value={places} onChange={setPlaces} />
      <NumberInput
        name="discount"
        label="Discount on Basic, in rupees"
        value={discount}
        onChange={setDiscount}
      />
      {field}
    </PriceDialog>
  );
}

export function WithdrawPrice({ version, ...dialog }: DialogProps & { version: ComingVersion }) {
  const { id } = version;
  const operatorCall = useOperatorCall();
  const inverses = usePriceUndos();
  const loadPreview = useCallback(
    () => operatorCall(previewPriceWithdrawal, { params: { id } }),
    [operatorCall, id],
  );
  return (
    <PriceDialog
      {...dialog}
      title="Withdraw what has not started"
      confirmLabel="Withdraw it"
      loadPreview={loadPreview}
      perform={async (action) => {
        const { msg } = await operatorCall(withdrawPrice, { params: { id }, body: action });
        return { msg, undo: inverses.ofWithdrawal(version) };
      }}
    />
  );
}
