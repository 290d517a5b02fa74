/** A re-encoded picture without metadata; sizes in pixels. */
export interface CleanPicture {
  content: Buffer;
  width: number;
  height: number;
}
