import { decodePDFRawStream, PDFContext, PDFName, PDFRawStream } from "pdf-lib";

/* pdf-lib unpacks object and cross-reference streams while it parses, with its own decoders and without a
   limit: 256 kB can become gigabytes. All decoders grow one buffer through one method of their base class,
   so we count there, whatever filter a stream names and however it is written. */

/**
 * The limit for the object and cross-reference streams of one file, measured in buffers, which double as they
 * grow. A long thesis has about 5 MB of such streams.
 */
const maxUnpackedBytes = 32 * 1024 * 1024;

let unpackedBytes = 0;

export class UnpacksTooMuch extends Error {
  override readonly name = "UnpacksTooMuch";
}

/** Resets the count. A worker process parses one file at a time. */
export function resetDecodeBudget(): void {
  unpackedBytes = 0;
}

interface GrowingDecoder {
  buffer: Uint8Array;
  ensureBuffer(requested: number): Uint8Array;
}

const decoderBase = findDecoderBase();
const grow = decoderBase.ensureBuffer;
decoderBase.ensureBuffer = function (this: GrowingDecoder, requested: number): Uint8Array {
  const before = this.buffer.byteLength;
  if (requested <= before) return this.buffer;
  if (unpackedBytes + requested - before > maxUnpackedBytes) throw new UnpacksTooMuch();
  const grown = grow.call(this, requested);
  unpackedBytes += grown.byteLength - before;
  return grown;
};

/** pdf-lib does not export the class, but every decoder that it creates inherits from it. */
function findDecoderBase(): GrowingDecoder {
  const dict = PDFContext.create().obj({ Filter: PDFName.of("ASCIIHexDecode") });
  const decoder = decodePDFRawStream(PDFRawStream.of(dict, new Uint8Array()));
  const base = Object.getPrototypeOf(Object.getPrototypeOf(decoder)) as GrowingDecoder;
  if (!Object.hasOwn(base, "ensureBuffer")) throw new Error("pdf-lib's decoders have changed");
  return base;
}
