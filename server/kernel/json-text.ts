/**
 * An answer that is JSON already and matches its endpoint's output, because it was checked when it was stored. It is sent
 * as it is: to check and write a large answer again would keep other calls waiting.
 */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
