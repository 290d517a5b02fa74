/** Side of the photo that is sent, in pixels: twice what it is ever shown at. */
const side = 512;

/** The largest square from the middle of a picture, upright, as a small JPEG. Rejects for what the browser cannot draw. */
export async function squarePhoto(file: File): Promise<File> {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  const edge = Math.min(picture.width, picture.height);
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side;
  const drawing = canvas.getContext("2d");
  if (drawing === null) throw new Error("this browser draws no pictures");
  // What is transparent would be black in a JPEG.
  drawing.fillStyle = "#ffffff";
  drawing.fillRect(0, 0, side, side);
  drawing.drawImage(
    picture,
    (picture.width - edge) / 2,
    (picture.height - edge) / 2,
    edge,
    edge,
    0,
    0,
    side,
    side,
  );
  picture.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.86));
  if (blob === null) throw new Error("the picture could not be drawn");
  return new File([blob], "photo.jpg", { type: "image/jpeg" });
}
