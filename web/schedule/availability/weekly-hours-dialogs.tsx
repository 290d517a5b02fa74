import { timeZoneLabel } from "@greenroom/contract/kernel/time-zones.ts";
import { timeOffFieldsSchema, type WeeklyRule } from "@greenroom/contract/schedule/weekly-availability.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { X } from "lucide-react";
import { useId, useState } from "react";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { call, errorMessage } from "../../api/client.ts";
import { dayKey } from "../../format/times.ts";
import { TextField, useField } from "../../forms/fields.tsx";
import { Form } from "../../forms/form.tsx";
import { TimeZoneField } from "../../forms/time-zone-field.tsx";
import { useTimeZone } from "../../session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Modal } from "../../ui/dialogs.tsx";
import { Field, TextInput } from "../../ui/fields.tsx";
import type { Notice } from "../../ui/status.tsx";
import {
  emptyRuleForm,
  formToRuleFields,
  type RuleFormValues,
  ruleResolver,
  ruleToForm,
  slotStarts,
} from "./rule-form.ts";
import { weeklyMessages } from "./rule-list.tsx";
import { formatCalendarDay, formatSlotChange, formatStillBooked } from "./rule-text.ts";

const timeOffResolver = zodResolver(timeOffFieldsSchema);

interface RuleModalProps {
  /** Null for new hours. */
  rule: WeeklyRule | null;
  onClose: () => void;
  onSaved: (notice: Notice) => Promise<void>;
}

/** Adds or edits weekly hours. Mounted again for each rule. */
export function RuleModal({ rule, onClose, onSaved }: RuleModalProps) {
  const timeZone = useTimeZone();
  const [today] = useState(() => dayKey(new Date(), timeZone));

  async function save(values: RuleFormValues) {
    const body = formToRuleFields(values);
    const change = rule
      ? await call("PUT /api/interviewer/weekly-rules/:id", { params: { id: rule._id }, body })
      : await call("POST /api/interviewer/weekly-rules", { body });
    await onSaved({ message: formatSlotChange("Weekly hours saved.", change), tone: "good" });
  }

  return (
    <Modal
      open
      title={rule ? "Change weekly hours" : "Add weekly hours"}
      description="We create slots eight weeks ahead at these local times, even when the clocks change. Booked slots are never touched."
      onClose={onClose}
    >
      <Form<RuleFormValues>
        label="Weekly hours"
        defaultValues={rule ? ruleToForm(rule) : emptyRuleForm(timeZone, today)}
        resolver={ruleResolver}
        failureMessage={(error) => errorMessage(error, weeklyMessages.save)}
        onSubmit={save}
        submitLabel="Save weekly hours"
        pendingLabel="Saving…"
        className="!gap-5"
      >
        <WeekdayField />
        <WindowsField />
        <TimeZoneField name="timeZone" label="Time zone of these hours" own={rule?.timeZone ?? timeZone} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField name="startsOn" label="First day" type="date" required />
          <TextField name="endsOn" label="Last day" type="date" optional />
          <TextField
            name="minimumNoticeHours"
            label="Notice, in hours"
            hint="Latest booking before the start"
            inputMode="numeric"
          />
          <TextField
            name="mostPerDay"
            label="Maximum slots a day"
            hint="Includes slots you add yourself."
            inputMode="numeric"
            optional
          />
        </div>
        <ExceptionsField />
      </Form>
    </Modal>
  );
}

const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

export function WeekdayField() {
  const { register, error } = useField("weekdays");
  const id = useId();
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className="mb-1.5 text-sm font-semibold">Days</legend>
      <div className="flex flex-wrap gap-2">
        {days.map((day, index) => (
          <label
            key={day}
            className="grid min-h-11 min-w-13 cursor-pointer place-items-center rounded-full border border-edge px-3 text-sm font-semibold transition-colors hover:border-ink-3 has-checked:border-green has-checked:bg-green has-checked:text-on-green has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-green"
          >
            <input {...register} type="checkbox" value={index + 1} aria-label={day} className="sr-only" />
            <span aria-hidden="true">{day.slice(0, 3)}</span>
          </label>
        ))}
      </div>
      <p id={id} role="alert" className="mt-1.5 text-sm font-medium text-red empty:hidden">
        {error}
      </p>
    </fieldset>
  );
}

const maxWindows = 6;

/** The hours of a day, in one or several windows, and the slots that fit in them. */
export function WindowsField() {
  const { control, formState } = useFormContext<RuleFormValues>();
  const { fields, append, remove } = useFieldArray({ control, name: "windows" });
  const problem = formState.errors.windows?.root?.message ?? formState.errors.windows?.message;
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">Hours</legend>
      <div className="grid gap-3">
        {fields.map((field, index) => (
          <div key={field.id} className="flex items-start gap-3">
            <div className="grid min-w-0 flex-1 grid-cols-2 gap-3">
              <TextField name={`windows.${index}.from`} label="From" type="time" step={900} required />
              <TextField name={`windows.${index}.to`} label="To" type="time" step={900} required />
            </div>
            {fields.length > 1 && (
              <Button
                variant="ghost"
                size="sm"
                aria-label={`Remove hours ${index + 1}`}
                className="mt-8"
                onClick={() => remove(index)}
              >
                <X aria-hidden="true" className="size-4" />
              </Button>
            )}
          </div>
        ))}
      </div>
      <p role="alert" className="mt-1.5 text-sm font-medium text-red empty:hidden">
        {problem}
      </p>
      <SlotsPerDay />
      {fields.length < maxWindows && (
        <Button variant="quiet" size="sm" className="mt-3" onClick={() => append({ from: "", to: "" })}>
          Add more hours
        </Button>
      )}
    </fieldset>
  );
}

function SlotsPerDay() {
  const windows = useWatch<RuleFormValues, "windows">({ name: "windows" });
  const starts = slotStarts(windows.map(({ from, to }) => ({ from, to: to === "00:00" ? "24:00" : to })));
  if (starts.length === 0) return null;
  return (
    <p className="mt-2 text-sm text-ink-2 tabular">
      {starts.length === 1 ? "1 slot a day" : `${starts.length} slots a day`}: {starts.join(", ")}
    </p>
  );
}

/** Days that the rule skips, added one by one. */
export function ExceptionsField() {
  const { setValue } = useFormContext<RuleFormValues>();
  const exceptions = useWatch<RuleFormValues, "exceptions">({ name: "exceptions" });
  const [day, setDay] = useState("");
  const listId = useId();

  function updateExceptions(days: string[]) {
    setValue("exceptions", [...new Set(days)].sort(), { shouldDirty: true });
  }

  return (
    <div className="grid gap-2">
      <div className="flex items-end gap-3">
        <div className="min-w-0 flex-1">
          <Field label="Skip a date" optional>
            {(control) => (
              <TextInput
                {...control}
                type="date"
                value={day}
                onChange={(event) => setDay(event.target.value)}
              />
            )}
          </Field>
        </div>
        <Button
          variant="quiet"
          inactive={day === ""}
          onClick={() => {
            updateExceptions([...exceptions, day]);
            setDay("");
          }}
        >
          Skip
        </Button>
      </div>
      {exceptions.length > 0 && (
        <ul id={listId} aria-label="Skipped dates" className="flex flex-wrap gap-2">
          {exceptions.map((exception) => (
            <li key={exception}>
              <Button
                variant="quiet"
                size="sm"
                aria-label={`Restore ${formatCalendarDay(exception)}`}
                onClick={() => updateExceptions(exceptions.filter((other) => other !== exception))}
              >
                <span className="tabular">{formatCalendarDay(exception)}</span>
                <X aria-hidden="true" className="size-3.5" />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface TimeOffModalProps {
  onClose: () => void;
  onSaved: (notice: Notice) => Promise<void>;
}

export function TimeOffModal({ onClose, onSaved }: TimeOffModalProps) {
  const timeZone = useTimeZone();
  const [today] = useState(() => dayKey(new Date(), timeZone));
  return (
    <Modal
      open
      title="Take time off"
      description="All open slots on these days are removed. Booked interviews stay, and we'll show them to you."
      onClose={onClose}
    >
      <Form
        label="Time off"
        defaultValues={{ firstDay: today, lastDay: today, timeZone }}
        resolver={timeOffResolver}
        failureMessage={(error) => errorMessage(error, weeklyMessages.saveOff)}
        onSubmit={async (body) => {
          const { timeOff, ...change } = await call("POST /api/interviewer/time-off", { body });
          const bookedNote = timeOff.booked.length > 0 ? ` ${formatStillBooked(timeOff)}: see below.` : "";
          await onSaved({
            message: `${formatSlotChange("Time off saved.", change)}${bookedNote}`,
            tone: "good",
          });
        }}
        submitLabel="Take these days off"
        pendingLabel="Saving…"
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField name="firstDay" label="First day off" type="date" min={today} required />
          <TextField name="lastDay" label="Last day off" type="date" min={today} required />
        </div>
        <p className="text-sm text-ink-3">Whole days in {timeZoneLabel(timeZone, new Date())}.</p>
      </Form>
    </Modal>
  );
}
