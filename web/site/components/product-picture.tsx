import type { Slide } from "../home/slides.ts";

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
