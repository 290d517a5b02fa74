import type { Slide } from "./slides.ts";

interface ProductPictureProps {
  slide: Pick<Slide, "name" | "alt">;
  /** How wide it stands in the page, as the `sizes` of an image. */
  sizes: string;
}

/** A screen of the product, fetched when it comes near. */
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
