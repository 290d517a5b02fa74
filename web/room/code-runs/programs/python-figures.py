"""A backend of matplotlib that shows figures as pictures in the output of a run."""

import base64
import io

import greenroom_page
from matplotlib._pylab_helpers import Gcf
from matplotlib.backend_bases import FigureManagerBase
from matplotlib.backends.backend_agg import FigureCanvasAgg

FigureCanvas = FigureCanvasAgg
FigureManager = FigureManagerBase

# A figure that is too large at one resolution is drawn again at the next one.
RESOLUTIONS = (100, 80, 60, 45)


def show(*args, **kwargs):
    """Shows and closes all open figures, as `plt.show()` does in a notebook."""
    try:
        for manager in Gcf.get_all_fig_managers():
            show_figure(manager.num, manager.canvas.figure)
    finally:
        Gcf.destroy_all()


def show_figure(number, figure):
    if greenroom_page.figures_left() == 0:
        print(f"Figure {number} is not shown: a run shows at most {greenroom_page.max_figures} figures.")
        return
    sides = [inches * RESOLUTIONS[-1] for inches in figure.get_size_inches()]
    if max(sides) <= greenroom_page.max_pixels:
        for resolution in RESOLUTIONS:
            if max(figure.get_size_inches()) * resolution > greenroom_page.max_pixels:
                continue
            png = draw(figure, resolution)
            if len(png) <= greenroom_page.max_bytes:
                greenroom_page.show_figure(base64.b64encode(png).decode(), describe(number, figure))
                return
    print(f"Figure {number} is too large to be shown. Draw fewer points, or a smaller figure.")


def draw(figure, resolution):
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=resolution)
    try:
        from PIL import Image
    except ImportError:
        return buffer.getvalue()
    # A palette makes the file of a plot three to five times smaller.
    small = io.BytesIO()
    picture = Image.open(buffer).convert("RGB")
    picture.quantize(64, dither=Image.Dither.NONE).save(small, format="png", optimize=True)
    return small.getvalue()


def describe(number, figure):
    """The figure's number, title and axes, for people who do not see it."""
    parts = [f"Figure {number}"]
    title = getattr(figure, "get_suptitle", str)()
    if title:
        parts.append(title)
    for axes in figure.axes:
        parts.extend(text for text in (axes.get_title(),) if text)
        labels = [f"{name}: {text}" for name, text in (("x", axes.get_xlabel()), ("y", axes.get_ylabel())) if text]
        parts.extend(labels)
    return "; ".join(parts)
