import {
  createDeskCoupon,
  listDeskCoupons,
  type NewDeskCoupon,
  previewCoupon,
  previewCouponResumption,
  previewCouponStop,
  resumeDeskCoupon,
  stopDeskCoupon,
} from "@greenroom/contract/desk/money/prices.ts";
import { timeZoneLabel } from "@greenroom/contract/kernel/time-zones.ts";
import { planTypes } from "@greenroom/contract/money/plans.ts";
import { useCallback, useState } from "react";
import { errorMessage } from "../../api/client.ts";
import { SelectField, TextField } from "../../forms/fields.tsx";
import { Form, SubmitButton } from "../../forms/form.tsx";
import { Button } from "../../ui/button.tsx";
import { Modal } from "../../ui/dialogs.tsx";
import { useOperatorCall } from "../access/use-operator-call.ts";
import { ActionDialog } from "../actions/action-dialog.tsx";
import { useRefresh } from "../actions/use-refresh.ts";
import { operatorMessages } from "../messages.ts";
import type { ActionResult } from "../results/result-notice.tsx";
import { useUndo } from "../results/use-undo.ts";
import { useDeskZone } from "../time/desk-time.tsx";
import { readStart } from "./start-field.tsx";

interface DialogProps {
  onResult: (result: ActionResult) => void;
  onClose: () => void;
}

const changed = [listDeskCoupons];

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
export function CreateCoupon({ onResult, onClose }: DialogProps) {
  const timeZone = useDeskZone();
  const operatorCall = useOperatorCall();
  const [typed, setTyped] = useState(emptyForm);
  const [coupon, setCoupon] = useState<NewDeskCoupon | null>(null);
  if (coupon !== null) {
    return (
      <ConfirmCoupon coupon={coupon} onResult={onResult} onClose={onClose} onBack={() => setCoupon(null)} />
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
          await operatorCall(previewCoupon, { body: described });
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

interface ConfirmCouponProps extends DialogProps {
  coupon: NewDeskCoupon;
  onBack: () => void;
}

function ConfirmCoupon({ coupon, onResult, onClose, onBack }: ConfirmCouponProps) {
  const operatorCall = useOperatorCall();
  const refresh = useRefresh(changed);
  const couponInverse = useCouponInverse();
  const loadPreview = useCallback(
    () => operatorCall(previewCoupon, { body: coupon }),
    [operatorCall, coupon],
  );
  return (
    <ActionDialog
      title={`Create the coupon ${coupon.code}`}
      loadPreview={loadPreview}
      confirmLabel="Create the coupon"
      onConfirm={async (action) => {
        const { msg, _id } = await operatorCall(createDeskCoupon, { body: { ...action, ...coupon } });
        onResult(_id === null ? { msg } : { msg, undo: couponInverse(_id, stop) });
        await refresh();
      }}
      onClose={onClose}
    >
      <p>
        <Button variant="quiet" size="sm" onClick={onBack}>
          Change the coupon
        </Button>
      </p>
    </ActionDialog>
  );
}

interface ExistingProps extends DialogProps {
  coupon: { _id: string; code: string };
}

export function StopCoupon({ coupon, ...shared }: ExistingProps) {
  const undo = useCouponInverse()(coupon._id, resumption);
  return (
    <ChangeCoupon
      {...shared}
      coupon={coupon}
      action={stop}
      undo={undo}
      title={`Stop the coupon ${coupon.code}`}
      confirmLabel="Stop the coupon"
      danger
    />
  );
}

export function ResumeCoupon({ coupon, ...shared }: ExistingProps) {
  const undo = useCouponInverse()(coupon._id, stop);
  return (
    <ChangeCoupon
      {...shared}
      coupon={coupon}
      action={resumption}
      undo={undo}
      title={`Resume the coupon ${coupon.code}`}
      confirmLabel="Resume the coupon"
    />
  );
}

const stop = { preview: previewCouponStop, perform: stopDeskCoupon };
const resumption = { preview: previewCouponResumption, perform: resumeDeskCoupon };
type CouponAction = typeof stop | typeof resumption;

/** Performs the inverse action and reloads the coupons. */
function useCouponInverse(): (subjectId: string, action: CouponAction) => () => Promise<ActionResult> {
  const inverse = useUndo();
  const refresh = useRefresh(changed);
  return (subjectId, action) => async () => {
    const result = await inverse({ subjectId, action })();
    await refresh();
    return result;
  };
}

interface ChangeCouponProps extends ExistingProps {
  action: CouponAction;
  undo: () => Promise<ActionResult>;
  title: string;
  confirmLabel: string;
  danger?: boolean;
}

function ChangeCoupon({ coupon: { _id: id }, action, undo, onResult, ...dialog }: ChangeCouponProps) {
  const operatorCall = useOperatorCall();
  const refresh = useRefresh(changed);
  const loadPreview = useCallback(
    () => operatorCall(action.preview, { params: { id } }),
    [operatorCall, action, id],
  );
  return (
    <ActionDialog
      {...dialog}
      loadPreview={loadPreview}
      onConfirm={async (confirmed) => {
        const { msg } = await operatorCall(action.perform, { params: { id }, body: confirmed });
        onResult({ msg, undo });
        await refresh();
      }}
    />
  );
}
