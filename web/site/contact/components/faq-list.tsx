import { pageText, useSite } from "../../../app/page-data.ts";
import { Accordion } from "../../../ui/display/accordion.tsx";
import { faqCategories } from "../faq.ts";

/** Only one answer is open at a time, across all categories. */
export function FaqList() {
  const { moreQuestions } = useSite();
  const more = {
    title: "More questions",
    items: moreQuestions.map((item) => ({ id: item.question, ...item })),
  };
  return (
    <div className="grid gap-8">
      {[...faqCategories(pageText), ...(more.items.length === 0 ? [] : [more])].map((category) => (
        <section key={category.title} className="grid gap-3">
          <h3 className="text-lg">{category.title}</h3>
          <Accordion headingLevel="h4" group="questions" items={category.items} />
        </section>
      ))}
    </div>
  );
}
