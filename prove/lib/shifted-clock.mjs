/*
 * Preloaded into a server (`node --import`): `Date` runs ahead by as many milliseconds as the file
 * PROVE_CLOCK_FILE says, so that the drills reach the end of an interview without waiting for it. Timers keep
 * their real length.
 */
import { readFileSync } from "node:fs";

const file = process.env.PROVE_CLOCK_FILE;
const RealDate = globalThis.Date;
let shift = 0;

function readShift() {
  try {
    const read = Number(readFileSync(file, "utf8"));
    if (Number.isFinite(read)) shift = read;
  } catch (error) {
    // The file is missing until the clock is first moved.
    if (error.code !== "ENOENT") throw error;
  }
}

if (file) {
  readShift();
  setInterval(readShift, 20).unref();
  globalThis.Date = class ShiftedDate extends RealDate {
    constructor(...values) {
      if (values.length === 0) super(RealDate.now() + shift);
      else super(...values);
    }
    static now() {
      return RealDate.now() + shift;
    }
  };
}
