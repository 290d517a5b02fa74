import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { pythonAbiVersion } from "@greenroom/contract/room/pad-run-limits.ts";
import yazl from "yazl";
import { startHttpProvider } from "./http-provider.ts";

/** A wheel: a ZIP file with the modules of a package. */
async function writeWheel(name: string, version: string, modules: Record<string, string>): Promise<Buffer> {
  const info = `${name}-${version}.dist-info`;
  const files: Record<string, string> = {
    ...modules,
    [`${info}/METADATA`]: `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n`,
    [`${info}/WHEEL`]: "Wheel-Version: 1.0\nGenerator: greenroom\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
  };
  const record = [...Object.keys(files), `${info}/RECORD`].map((path) => `${path},,\n`).join("");
  const zip = new yazl.ZipFile();
  for (const [path, text] of [...Object.entries(files), [`${info}/RECORD`, record] as const])
    zip.addBuffer(Buffer.from(text), path);
  zip.end();
  return await buffer(zip.outputStream);
}

/* Small packages in pure Python, with the names and modules of the real ones. They have only what the tests use; the
   matplotlib here selects, loads and calls a backend as the real one does. */

interface LocalPackage {
  version: string;
  depends: string[];
  imports: string[];
  modules: Record<string, string>;
}

const numpy = `
__version__ = "2.4.6"

class ndarray(list):
    def mean(self):
        return sum(self) / len(self)

def array(values):
    return ndarray(values)
`;

const pandas = `
import numpy

class DataFrame(dict):
    def mean(self):
        return {name: numpy.array(values).mean() for name, values in self.items()}
`;

const sklearn = `
__version__ = "1.8.0"
`;

const pylabHelpers = `
class Gcf:
    figs = {}

    @classmethod
    def get_all_fig_managers(cls):
        return list(cls.figs.values())

    @classmethod
    def destroy_all(cls):
        cls.figs.clear()
`;

const backendBases = `
class FigureManagerBase:
    def __init__(self, canvas, num):
        self.canvas = canvas
        self.num = num
`;

/** Writes a gray picture of the figure's size. */
const backendAgg = `
import struct
import zlib

class FigureCanvasAgg:
    def __init__(self, figure):
        self.figure = figure

    def print_png(self, file, dpi):
        width, height = (int(inches * dpi) for inches in self.figure.get_size_inches())
        row = b"\\0" + b"\\x9a" * width
        def chunk(kind, data):
            return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
        body = zlib.compress(row * height, 9)
        file.write(b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", header) + chunk(b"IDAT", body) + chunk(b"IEND", b""))
`;

const pyplot = `
import importlib
import os

from matplotlib._pylab_helpers import Gcf

class Axes:
    title = xlabel = ylabel = ""
    def get_title(self):
        return self.title
    def get_xlabel(self):
        return self.xlabel
    def get_ylabel(self):
        return self.ylabel

class Figure:
    def __init__(self, figsize):
        self.figsize = figsize
        self.axes = [Axes()]
    def get_size_inches(self):
        return self.figsize
    def savefig(self, file, *, format, dpi):
        self.canvas.print_png(file, dpi)

def _backend():
    return importlib.import_module(os.environ["MPLBACKEND"].removeprefix("module://"))

def figure(figsize=(6.4, 4.8)):
    backend = _backend()
    made = Figure(figsize)
    number = max(Gcf.figs, default=0) + 1
    made.canvas = backend.FigureCanvas(made)
    Gcf.figs[number] = backend.FigureManager(made.canvas, number)
    return made

def gcf():
    return Gcf.figs[max(Gcf.figs)].canvas.figure if Gcf.figs else figure()

def plot(*values):
    gcf()

def title(text):
    gcf().axes[0].title = text

def xlabel(text):
    gcf().axes[0].xlabel = text

def show():
    _backend().show()
`;

/** By name, as in the index of a distribution. */
const localPackages: Record<string, LocalPackage> = {
  numpy: { version: "2.4.6", depends: [], imports: ["numpy"], modules: { "numpy/__init__.py": numpy } },
  pandas: {
    version: "2.3.3",
    depends: ["numpy"],
    imports: ["pandas"],
    modules: { "pandas/__init__.py": pandas },
  },
  "scikit-learn": {
    version: "1.8.0",
    depends: ["numpy"],
    imports: ["sklearn"],
    modules: { "sklearn/__init__.py": sklearn },
  },
  matplotlib: {
    version: "3.10.8",
    depends: ["numpy"],
    imports: ["matplotlib", "pylab"],
    modules: {
      "matplotlib/__init__.py": "def rcdefaults():\n    pass\n",
      "matplotlib/_pylab_helpers.py": pylabHelpers,
      "matplotlib/backend_bases.py": backendBases,
      "matplotlib/backends/__init__.py": "",
      "matplotlib/backends/backend_agg.py": backendAgg,
      "matplotlib/pyplot.py": pyplot,
    },
  },
};

/** `altered`: a file that differs from its checksum; `closed`: without the header that lets other origins read it. */
export type DistributionFault = "altered" | "closed" | "503" | "other-abi";

/**
 * A Pyodide distribution on loopback: its index `pyodide-lock.json`, with the form and checksums of the real one, and
 * the wheels that it names. Like a content delivery network, it allows every origin to read it.
 */
export async function startLocalPyodideDistribution() {
  const wheels = new Map<string, Buffer>();
  const packages: Record<string, object> = {};
  for (const [name, { version, depends, imports, modules }] of Object.entries(localPackages)) {
    const distribution = name.replaceAll("-", "_");
    const file_name = `${distribution}-${version}-py3-none-any.whl`;
    const wheel = await writeWheel(distribution, version, modules);
    wheels.set(file_name, wheel);
    const sha256 = createHash("sha256").update(wheel).digest("hex");
    packages[name] = {
      ...{ name, version, file_name, sha256, imports, depends },
      ...{ install_dir: "site", package_type: "package", unvendored_tests: false },
    };
  }
  const index = (abi: string) => ({
    info: { abi_version: abi, arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" },
    packages,
  });
  const requests: string[] = [];
  let fault: DistributionFault | null = null;
  const { url, close } = await startHttpProvider(async (request, response) => {
    const name = (request.url ?? "").replace(/^\/full\//, "");
    requests.push(name);
    const wheel = wheels.get(name);
    const isIndex = name === "pyodide-lock.json";
    if (fault === "503" || (wheel === undefined && !isIndex)) {
      response.writeHead(fault === "503" ? 503 : 404, { "access-control-allow-origin": "*" }).end();
      return;
    }
    const content = isIndex
      ? Buffer.from(JSON.stringify(index(fault === "other-abi" ? "2024_0" : pythonAbiVersion)))
      : (wheel ?? Buffer.alloc(0));
    response.writeHead(200, {
      "content-type": isIndex ? "application/json" : "application/octet-stream",
      ...(fault === "closed" ? {} : { "access-control-allow-origin": "*" }),
    });
    response.end(fault === "altered" && !isIndex ? Buffer.concat([content, Buffer.from(" ")]) : content);
  });
  return {
    // Pages of the journeys may request this host only.
    settings: { GREENROOM_PYODIDE_URL: `${url.replace("127.0.0.1", "localhost")}/full/` },
    requests,
    /** Makes every request fail like this, until it is called with null. */
    failAlways: (next: DistributionFault | null) => {
      fault = next;
    },
    close,
  };
}
