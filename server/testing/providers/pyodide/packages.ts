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
