import type { SiteTextKey, SiteTextValues } from "@greenroom/contract/desk/site-texts.ts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useFieldArray } from "react-hook-form";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { SelectField, TextAreaField, TextField } from "../../forms/fields.tsx";
import { Button } from "../../ui/button.tsx";
import { Accordion, Banner } from "../../ui/panels.tsx";

/** The form of each text: every field is text, as inputs have it. */
interface TextForm<Key extends SiteTextKey> {
  title: string;
  detail: string;
  toForm(value: SiteTextValues[Key]): Record<string, unknown>;
  fromForm(values: Record<string, unknown>): SiteTextValues[Key];
  fields: ReactNode;
  preview(value: SiteTextValues[Key]): ReactNode;
}

const text = (value: unknown) => (typeof value === "string" ? value : "");

export const textForms: { [Key in SiteTextKey]: TextForm<Key> } = {
  claims: {
    title: "Highlights of the landing page",
    detail: "Change these only to what you can prove. Who the mentors are comes from their checked facts.",
    toForm: ({ averageRating, ...rest }) => ({ ...rest, averageRating: String(averageRating) }),
    fromForm: ({ averageRating, insights }) => ({
      averageRating: Number(text(averageRating).replace(",", ".")),
      insights: text(insights),
    }),
    fields: (
      <>
        <TextField
          name="averageRating"
          label="Average rating"
          hint="Shown until there are 30 ratings. Then it is their average."
          inputMode="decimal"
          required
        />
        <TextField name="insights" label="Insights" hint="For example: AI plus mentor insights" required />
      </>
    ),
    preview: ({ averageRating, insights }) => (
      <ul className="grid gap-3 rounded-md bg-dark p-5 text-on-dark">
        {[
          [`${averageRating.toFixed(1)} / 5`, "average rating"],
          [insights, "in one place"],
        ].map(([figure, label]) => (
          <li key={label}>
            <strong className="block text-lg font-semibold">{figure}</strong>
            <span className="text-sm text-on-dark-2">{label}</span>
          </li>
        ))}
      </ul>
    ),
  },
  advice: {
    title: "Advice about phones",
    detail: "The line at the top of every page that recommends a desktop browser.",
    toForm: ({ isShown }) => ({ isShown: isShown ? "yes" : "no" }),
    fromForm: ({ isShown }) => ({ isShown: isShown === "yes" }),
    fields: (
      <SelectField name="isShown" label="Show it">
        <option value="yes">Yes</option>
        <option value="no">No</option>
      </SelectField>
    ),
    preview: ({ isShown }) => (
      <p className="text-ink-2">{isShown ? "Visitors see the advice." : "The advice is off."}</p>
    ),
  },
  notice: {
    title: "Notice",
    detail: "One line at the top of every page, for example before maintenance.",
    toForm: (value) => value,
    fromForm: (values) => ({ text: text(values.text) }),
    fields: <TextField name="text" label="Notice" maxLength={200} required />,
    preview: (value) =>
      value.text === "" ? (
        <p className="text-ink-2">No notice is shown.</p>
      ) : (
        <Banner label="Notice">{value.text}</Banner>
      ),
  },
  questions: {
    title: "Questions on the contact page",
    detail: "Shown after the built-in questions, under “More questions”.",
    toForm: (value) => value,
    fromForm: (values) => values as SiteTextValues["questions"],
    fields: <QuestionFields />,
    preview: ({ items }) =>
      items.length === 0 ? (
        <p className="text-ink-2">No questions are added.</p>
      ) : (
        <Accordion items={items.map((item) => ({ id: item.question, ...item }))} />
      ),
  },
  "mail-signature": {
    title: "Email signature",
    detail: "Lines at the end of every email, above our name and address.",
    toForm: (value) => value,
    fromForm: (values) => ({ text: text(values.text) }),
    fields: <TextAreaField name="text" label="Signature" rows={3} maxLength={500} optional />,
    preview: (value) => (
      <p className="whitespace-pre-line text-sm text-ink-2">
        {value.text === "" ? "No signature." : value.text}
      </p>
    ),
  },
  "practice-model": {
    title: "Language model in practice",
    detail: "Writes follow-ups and reports of practice rounds. Off stops it at once, for everyone.",
    toForm: ({ isOn }) => ({ isOn: isOn ? "yes" : "no" }),
    fromForm: ({ isOn }) => ({ isOn: isOn === "yes" }),
    fields: (
      <SelectField name="isOn" label="Language model">
        <option value="yes">On</option>
        <option value="no">Off</option>
      </SelectField>
    ),
    preview: ({ isOn }) => <PracticeModelState isOn={isOn} />,
  },
};

/** The calls of today beside the switch. */
function PracticeModelState({ isOn }: { isOn: boolean }) {
  const { data } = useQuery(queryOptionsFor("GET /api/operator/health"));
  const today = data?.practiceModel;
  if (today === null)
    return <p className="text-ink-2">No model is set up: follow-ups come from the question bank.</p>;
  const number = (count: number) => count.toLocaleString("en-IN");
  const sentences = [
    isOn ? "Practice uses the model." : "The model is off: follow-ups come from the question bank.",
    today && `Today: ${number(today.calls)} of ${number(today.limit)} calls.`,
  ];
  return <p className="text-ink-2">{sentences.filter(Boolean).join(" ")}</p>;
}

function QuestionFields() {
  const { fields, append, remove } = useFieldArray({ name: "items" });
  return (
    <>
      {fields.map(({ id }, index) => (
        <fieldset key={id} className="grid gap-3 rounded-md border border-line p-4">
          <legend className="px-1 text-sm font-semibold">Question {index + 1}</legend>
          <TextField name={`items.${index}.question`} label="Question" maxLength={200} required />
          <TextAreaField name={`items.${index}.answer`} label="Answer" rows={3} maxLength={2000} required />
          <Button variant="ghost" size="sm" className="justify-self-start" onClick={() => remove(index)}>
            Remove question {index + 1}
          </Button>
        </fieldset>
      ))}
      <Button
        variant="quiet"
        size="sm"
        className="justify-self-start"
        inactive={fields.length >= 20}
        onClick={() => append({ question: "", answer: "" })}
      >
        Add a question
      </Button>
    </>
  );
}
