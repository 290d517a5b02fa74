export interface Slide {
  /** The name of the images under /images/how/, which scripts/media/take-screenshots.ts creates. */
  name: string;
  title: string;
  alt: string;
}

export const roomSlide: Slide = {
  name: "practice",
  title: "Practice a real interview",
  alt: "The room: shared code that was just run, beside the pictures of both people, under the interview’s clock.",
};

/** The six pictures of "how it works" (requirements §1). */
export const slides: Slide[] = [
  {
    name: "sign-up",
    title: "Sign up in two steps",
    alt: "The sign-up form: name, email, mobile number and password.",
  },
  {
    name: "pick-a-plan",
    title: "Pick a plan, pay once",
    alt: "Three plan cards with today's price, the list price struck out, and what is in each.",
  },
  {
    name: "book-a-session",
    title: "Book a session",
    alt: "A calendar of open slots beside the form that confirms the chosen one.",
  },
  roomSlide,
  {
    name: "your-sessions",
    title: "Find all feedback in one place",
    alt: "My Sessions: interviews with the ratings given and the mentor's feedback to download.",
  },
  {
    name: "mentor-insights",
    title: "Receive your mentor's insights",
    alt: "The interviewer's side: past interviews with the candidate's words and the feedback file.",
  },
];

/** Tells page-script.ts that React has created an element that it runs. */
export function announce(element: HTMLElement | null): void {
  element?.dispatchEvent(new Event("greenroom:created", { bubbles: true }));
}

interface ProductPictureProps {
  slide: Pick<Slide, "name" | "alt">;
  /** Its width in the page, as the `sizes` of an image. */
  sizes: string;
}

/** A screenshot of the product, loaded when it is close to the viewport. */
export function ProductPicture({ slide, sizes }: ProductPictureProps) {
  const file = (width: number, type: string) => `/images/how/${slide.name}-${width}.${type} ${width}w`;
  return (
    <picture>
      <source type="image/avif" srcSet={`${file(720, "avif")}, ${file(1280, "avif")}`} sizes={sizes} />
      <img
        src={`/images/how/${slide.name}-1280.webp`}
        srcSet={`${file(720, "webp")}, ${file(1280, "webp")}`}
        sizes={sizes}
        width={1280}
        height={720}
        loading="lazy"
        decoding="async"
        alt={slide.alt}
        className="block h-auto w-full"
      />
    </picture>
  );
}
