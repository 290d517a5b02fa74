import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

/* Reduces the fonts to the characters of the site: `npm run make -- fonts`, after an update of fontsource.
   Needs fonttools with Brotli (Debian: `fonttools python3-brotli`); the results are committed, so that
   nobody else needs them. */
const run = promisify(execFile);
const packages = path.resolve("node_modules/@fontsource-variable");
const target = path.resolve("web/ui/fonts");

const latin = "U+0020-007E,U+00A0-00FF,U+2013,U+2014,U+2018-201D,U+2022,U+2026,U+2190,U+2192,U+2212";
const rupee = "U+20B9";

interface FontSubset {
  from: string;
  to: string;
  /** Axes in fonttools' format: pinned, or reduced to a range. */
  axes: string[];
  characters: string;
  features: string;
}

const fontSubsets: FontSubset[] = [
  {
    from: "fraunces/files/fraunces-latin-opsz-normal.woff2",
    to: "fraunces.woff2",
    axes: ["wght=500:700", "opsz=84"],
    characters: latin,
    features: "kern,liga,ccmp,tnum,lnum,pnum",
  },
  {
    from: "fraunces/files/fraunces-latin-opsz-italic.woff2",
    to: "fraunces-italic.woff2",
    axes: ["wght=570", "opsz=84"],
    // For one word of the landing page, which loads before anything else, so lower-case letters are enough.
    characters: "U+0061-007A",
    features: "kern",
  },
  {
    from: "fraunces/files/fraunces-latin-ext-opsz-normal.woff2",
    to: "fraunces-rupee.woff2",
    axes: ["wght=500:700", "opsz=84"],
    characters: rupee,
    features: "tnum",
  },
  {
    from: "inter/files/inter-latin-wght-normal.woff2",
    to: "inter.woff2",
    axes: ["wght=400:700"],
    characters: latin,
    features: "kern,ccmp,calt,case,tnum,cv11,ss03",
  },
  {
    from: "inter/files/inter-latin-ext-wght-normal.woff2",
    to: "inter-rupee.woff2",
    axes: ["wght=400:700"],
    characters: rupee,
    features: "tnum",
  },
];

const work = await mkdtemp(path.join(tmpdir(), "greenroom-fonts-"));
try {
  await mkdir(target, { recursive: true });
  for (const { from, to, axes, characters, features } of fontSubsets) {
    const pinned = path.join(work, to.replace("woff2", "ttf"));
    await run("fonttools", ["varLib.instancer", path.join(packages, from), ...axes, "-q", "-o", pinned]);
    await run("pyftsubset", [
      pinned,
      `--unicodes=${characters}`,
      `--layout-features=${features}`,
      "--flavor=woff2",
      `--output-file=${path.join(target, to)}`,
    ]);
  }
  for (const family of ["fraunces", "inter"])
    await copyFile(path.join(packages, family, "LICENSE"), path.join(target, `${family}.LICENSE.txt`));
} finally {
  await rm(work, { recursive: true, force: true });
}
