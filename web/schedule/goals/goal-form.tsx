import { mentorLanguageNames, mentorLanguages } from "@greenroom/contract/people/mentor-options.ts";
import {
  type Goal,
  goalCompanyNames,
  goalCompanyTypes,
  goalLevelNames,
  goalLevels,
  goalNoteCharacters,
  goalOtherCharacters,
  goalPracticeNames,
  goalPractices,
  goalRoleCharacters,
} from "@greenroom/contract/schedule/goals.ts";
import { type Resolver, useFormContext } from "react-hook-form";
import { errorMessage, networkMessages } from "../../api/client.ts";
import { SelectField, TextAreaField, TextField } from "../../forms/fields.tsx";
import { Form, lateResolver } from "../../forms/form.tsx";
import { Checkbox } from "../../ui/fields.tsx";

/** The values of the form: a `<select>` cannot hold null. */
type Choice = "level" | "companyType" | "language";
type GoalValues = Omit<Goal, Choice> & Record<Choice, string>;

const noChoices = { level: "", companyType: "", language: "" };
const blank: GoalValues = { role: "", ...noChoices, practice: [], practiceOther: "", note: "" };

const sentences = {
  failed: "❌ Your goal could not be saved.",
  network: networkMessages.checkConnection,
};

interface GoalFormProps {
  goal: Goal | null;
  submitLabel: string;
  onSubmit: (goal: Goal) => Promise<void>;
}

/** The form for an interview's goal. All fields are optional. */
export function GoalForm({ goal, submitLabel, onSubmit }: GoalFormProps) {
  const defaults =
    goal === null
      ? blank
      : {
          ...goal,
          ...{ level: goal.level ?? "", companyType: goal.companyType ?? "", language: goal.language ?? "" },
        };
  return (
    <Form<GoalValues>
      defaultValues={defaults}
      resolver={(values, context, options) => resolve(toGoal(values) as GoalValues, context, options)}
      onSubmit={(values) => onSubmit(toGoal(values))}
      failureMessage={(error) => errorMessage(error, sentences)}
      submitLabel={submitLabel}
      pendingLabel="Saving…"
      label="What you want from this interview"
    >
      <TextField
        name="role"
        label="Target role"
        optional
        maxLength={goalRoleCharacters}
        placeholder="ML engineer"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField name="level" label="Level" optional>
          <option value="">Not specified</option>
          {goalLevels.map((level) => (
            <option key={level} value={level}>
              {goalLevelNames[level]}
            </option>
          ))}
        </SelectField>
        <SelectField name="companyType" label="Kind of company" optional>
          <option value="">Not specified</option>
          {goalCompanyTypes.map((type) => (
            <option key={type} value={type}>
              {goalCompanyNames[type]}
            </option>
          ))}
        </SelectField>
      </div>
      <SelectField name="language" label="Language of the interview" optional>
        <option value="">Not specified</option>
        {mentorLanguages.map((language) => (
          <option key={language} value={language}>
            {mentorLanguageNames[language]}
          </option>
        ))}
      </SelectField>
      <PracticeChoice />
      <TextField
        name="practiceOther"
        label="Something else to practice"
        optional
        maxLength={goalOtherCharacters}
      />
      <TextAreaField
        name="note"
        label="Something your interviewer should know"
        optional
        maxLength={goalNoteCharacters}
        rows={3}
      />
    </Form>
  );
}

const resolve = lateResolver(
  async () => (await import("./goal-resolver.ts")).goalResolver as unknown as Resolver<GoalValues>,
);

function toGoal({ level, companyType, language, practice, ...rest }: GoalValues): Goal {
  const choices = { level: level || null, companyType: companyType || null, language: language || null };
  return { ...rest, ...choices, practice: practice || [] } as Goal;
}

function PracticeChoice() {
  const { register } = useFormContext<GoalValues>();
  return (
    <fieldset>
      <legend className="text-sm font-semibold">
        What to practice <span className="font-normal text-ink-3">(optional)</span>
      </legend>
      <div className="mt-1 grid gap-x-4 sm:grid-cols-2">
        {goalPractices.map((practice) => (
          <Checkbox
            key={practice}
            {...register("practice")}
            value={practice}
            label={goalPracticeNames[practice]}
          />
        ))}
      </div>
    </fieldset>
  );
}
