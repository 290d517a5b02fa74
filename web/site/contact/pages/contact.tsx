import { pageText } from "../../../app/page-data.ts";
import { publicPageMeta } from "../../../app/page-meta.ts";
import { paths } from "../../../paths.ts";
import { Card } from "../../../ui/panels.tsx";
import { ContactForm } from "../contact-form.tsx";
import { FaqList, faqCategories } from "../faq.tsx";

export const meta = () =>
  publicPageMeta({
    path: paths.contact,
    title: "Contact",
    description:
      "Write to us, or find the answer first: plans and prices, how the interviews run, feedback, and what you need.",
    linkedData: [faqStructuredData()],
  });

function faqStructuredData(): object {
  const questions = faqCategories(pageText).flatMap(({ items }) => items);
  return {
    "@type": "FAQPage",
    mainEntity: questions.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  };
}

export default function ContactPage() {
  const { supportEmail } = pageText;
  return (
    <div className="page grid gap-x-14 gap-y-12 pt-12 sm:pt-16 lg:grid-cols-[1fr_1.15fr]">
      <section
        aria-labelledby="contact-title"
        className="lg:self-start lg:[@media(min-height:50rem)]:sticky lg:[@media(min-height:50rem)]:top-16"
      >
        <h1 id="contact-title" className="text-3xl">
          Say hello.
        </h1>
        <p className="mb-7 mt-4 text-lg text-ink-2">
          A person reads every message. Or write to{" "}
          <a href={`mailto:${supportEmail}`} className="link">
            {supportEmail}
          </a>
          .
        </p>
        <Card>
          <ContactForm />
        </Card>
      </section>
      <section aria-labelledby="questions-title" className="grid content-start gap-6">
        <h2 id="questions-title" className="text-2xl">
          Frequently asked questions
        </h2>
        <FaqList />
      </section>
    </div>
  );
}
