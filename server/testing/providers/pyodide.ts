import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { crc32 } from "node:zlib";
import { pythonAbiVersion } from "@greenroom/contract/room/pad-run-limits.ts";

/** A wheel: a ZIP file with the modules of a package, stored without compression. */
export function writeWheel(name: string, version: string, modules: Record<string, string>): Buffer {
  const info = `${name}-${version}.dist-info`;
  const files = {
    ...modules,
    [`${info}/METADATA`]: `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n`,
    [`${info}/WHEEL`]: "Wheel-Version: 1.0\nGenerator: greenroom\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
  };
  const record = [...Object.keys(files), `${info}/RECORD`].map((path) => `${path},,`).join("\n");
  return writeZip({ ...files, [`${info}/RECORD`]: `${record}\n` });
}

function writeZip(files: Record<string, string>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const [name, content] = [Buffer.from(path), Buffer.from(text)];
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x21, 8);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), common, name, content]);
    const [made, rest] = [Buffer.alloc(2), Buffer.alloc(14)];
    made.writeUInt16LE(20, 0);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02", "latin1"), made, common, rest, name]));
    parts.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, entries, end]);
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
export const localPackages: Record<string, LocalPackage> = {
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

export interface LocalPyodideDistribution {
  /** For `GREENROOM_PYODIDE_URL`. */
  settings: { GREENROOM_PYODIDE_URL: string };
  /** The names of the files that were requested. */
  requests: string[];
  /** Makes every request fail like this, until it is called with null. */
  failAlways(fault: DistributionFault | null): void;
  close(): Promise<void>;
}

/**
 * A Pyodide distribution on loopback: its index `pyodide-lock.json`, with the form and checksums of the real one, and
 * the wheels that it names. Like a content delivery network, it allows every origin to read it.
 */
export async function startLocalPyodideDistribution(): Promise<LocalPyodideDistribution> {
  const wheels = new Map<string, Buffer>();
  const packages = Object.entries(localPackages).map(([name, { version, depends, imports, modules }]) => {
    const distribution = name.replaceAll("-", "_");
    const fileName = `${distribution}-${version}-py3-none-any.whl`;
    const wheel = writeWheel(distribution, version, modules);
    wheels.set(fileName, wheel);
    const sha256 = createHash("sha256").update(wheel).digest("hex");
    const entry = {
      name,
      version,
      file_name: fileName,
      install_dir: "site",
      sha256,
      imports,
      depends,
      package_type: "package",
      unvendored_tests: false,
    };
    return [name, entry];
  });
  const index = (abi: string) => ({
    info: { abi_version: abi, arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" },
    packages: Object.fromEntries(packages),
  });
  const requests: string[] = [];
  let fault: DistributionFault | null = null;
  const server = createServer((request, response) => {
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
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    settings: { GREENROOM_PYODIDE_URL: `http://localhost:${port}/full/` },
    requests,
    failAlways: (next) => {
      fault = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
