import { Accordion } from "../../../ui/accordion.tsx";
import { words } from "../../site/page-facts.ts";
import { questionCategories } from "../questions.ts";

/** One answer is open at a time, over all the categories. */
export function QuestionsList() {
  return (
    <div className="grid gap-8">
      {questionCategories(words).map((category) => (
        <section key={category.title} className="grid gap-3">
          <h3 className="text-lg">{category.title}</h3>
          <Accordion headingLevel="h4" group="questions" items={category.items} />
        </section>
      ))}
    </div>
  );
}
