import { emptyResume } from "@greenroom/contract/resumes/resume-data.ts";
import { screen } from "@testing-library/react";
import { FormProvider, type UseFormRegister, useForm } from "react-hook-form";
import { expect, it } from "vitest";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../../testing/sample-data.ts";
import { type ResumeFormValues, resumeToForm } from "../resume-form-values.ts";
import { ResumeFormLayout } from "./resume-form-layout.tsx";

const skills = Array.from({ length: 30 }, (_, index) => ({
  name: `Skill ${index}`,
  level: "Beginner" as const,
}));
const saved = { version: 1, resume: resumeToForm({ ...emptyResume, skills }) };

/** How many fields were rendered: each registers itself when it is. */
let rendered = 0;

function Layout() {
  const form = useForm<ResumeFormValues>({ defaultValues: { resumeData: saved.resume } });
  const register: UseFormRegister<ResumeFormValues> = (...field) => {
    rendered += 1;
    return form.register(...field);
  };
  return (
    <FormProvider {...form} register={register}>
      <ResumeFormLayout
        user={{ ...sampleUser, resumeVersion: 1 }}
        saved={saved}
        status={null}
        conflict={null}
        onStatus={() => undefined}
        onAdopt={() => undefined}
        onKeepMine={async () => undefined}
        onTakeTheirs={() => undefined}
        onLater={() => undefined}
      />
    </FormProvider>
  );
}

it("does not render all fields of a long resume for each key, because that would delay typing on a phone", async () => {
  storeSession(sampleUser);
  const { user } = renderScreen(<Layout />);
  const summary = screen.getByLabelText(/^Summary/);
  // The first key also shows that the resume is not saved yet.
  await user.type(summary, "I");
  expect(screen.getByText("Not saved yet")).toBeDefined();
  rendered = 0;
  await user.type(summary, " rank");
  expect(rendered).toBeLessThan(skills.length);
  expect(screen.getByRole("article").textContent).toContain("I rank");
  await user.clear(summary);
  expect(screen.getByText("All saved")).toBeDefined();
});
