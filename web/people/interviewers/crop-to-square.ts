/** The side of the photo in pixels: twice the largest size at which it is shown. */
const photoSidePixels = 512;

/**
 * Cuts the largest square from the middle of a picture, upright, as a small JPEG. Rejects a file that the browser
 * cannot draw.
 */
export async function cropToSquare(file: File): Promise<File> {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  const edge = Math.min(picture.width, picture.height);
  const canvas = document.createElement("canvas");
  canvas.width = photoSidePixels;
  canvas.height = photoSidePixels;
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("this browser has no 2D canvas");
  // Transparent areas would become black in a JPEG.
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, photoSidePixels, photoSidePixels);
  context.drawImage(
    picture,
    (picture.width - edge) / 2,
    (picture.height - edge) / 2,
    edge,
    edge,
    0,
    0,
    photoSidePixels,
    photoSidePixels,
  );
  picture.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.86));
  if (blob === null) throw new Error("the picture could not be encoded");
  return new File([blob], "photo.jpg", { type: "image/jpeg" });
}
