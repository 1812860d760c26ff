"""What pictures are drawn with: SVG text, on a card of its own, in light and in dark; and what they ask of traces."""

from html import escape
from pathlib import Path

WIDTH = 720  # of every picture: on a phone a third of that is left, so text is 22 or more
SHOWN = 0.75  # of its size, where the page has the room
MARGIN = 24
WORD = 4  # bytes
STYLE = (Path(__file__).parent / "picture.css").read_text()


def number(value):
    """At most one decimal, so that the text does not depend on the machine's last bits."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


class Picture:
    def __init__(self, about, title="", *explained):
        """`about`: for who does not see it. The title stands above, and below it what is explained, a line each."""
        self._about = about
        self._elements = []
        if title:
            self.text(MARGIN, 48, title, "title")
        for i, words in enumerate(explained):
            self.text(MARGIN, 78 + 28 * i, words, "soft")

    def _element(self, name, text=None, **attributes):
        """Attributes that are empty are left out; `_` stands for `-`."""
        written = "".join(f' {key.replace("_", "-")}="{value if isinstance(value, str) else number(value)}"'
                          for key, value in attributes.items() if value != "")
        self._elements.append(f"<{name}{written}/>" if text is None else f"<{name}{written}>{escape(text)}</{name}>")

    def text(self, x, y, words, style="", anchor=""):
        self._element("text", words, x=x, y=y, **{"class": style}, text_anchor=anchor)

    def rect(self, x, y, width, height, style="", fill=""):
        self._element("rect", x=x, y=y, width=width, height=height, **{"class": style}, fill=fill)

    def line(self, x1, y1, x2, y2, style):
        self._element("line", x1=x1, y1=y1, x2=x2, y2=y2, **{"class": style})

    def path(self, lines, style):
        """Many lines, (x1, y1, x2, y2) each, as one element."""
        way = "".join(f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}" for x1, y1, x2, y2 in lines)
        self._element("path", d=way, **{"class": style}, stroke_width=1.2, stroke_opacity=0.9)

    def dot(self, x, y, radius):
        """With a rim, so that it shows on every colour."""
        self._element("circle", cx=x, cy=y, r=radius + 2, fill="#ffffff")
        self._element("circle", cx=x, cy=y, r=radius, **{"class": "dot"})

    def drawn(self, height):
        return "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(SHOWN * WIDTH)}" height="{number(SHOWN * height)}" '
            f'viewBox="0 0 {WIDTH} {number(height)}" role="img">',
            f"<title>{escape(self._about)}</title>", f"<style>\n{STYLE}</style>",
            f'<rect x="0.5" y="0.5" width="{WIDTH - 1}" height="{number(height - 1)}" rx="10" class="card"/>',
            *self._elements, "</svg>", ""])


def requests_of(trace, **wanted):
    """Those of the trace with these members: warp=1, space="shared", operation="load"."""
    return [request for request in trace if all(request[name] == value for name, value in wanted.items())]


def runs_of(numbers, boundary=float("inf")):
    """Neighbours together, [first, count] each; none goes over a multiple of the boundary."""
    runs = []
    for number_ in sorted(numbers):
        if runs and number_ == sum(runs[-1]) and number_ % boundary:
            runs[-1][1] += 1
        else:
            runs.append([number_, 1])
    return runs
