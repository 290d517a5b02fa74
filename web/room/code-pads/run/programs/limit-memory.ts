/**
 * All of WebAssembly's memory growth goes through this call. A language that requests more than `bytes` gets its
 * own out-of-memory error.
 */
export function limitMemory(bytes: number): void {
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number) {
    if (this.buffer.byteLength + pages * 65_536 > bytes) throw new RangeError("no more memory");
    return grow.call(this, pages);
  };
}
