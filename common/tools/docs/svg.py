"""A picture as SVG text: text as text, on a card of its own, in light and in dark."""

from html import escape

WIDTH = 720  # of every picture: on a phone a third of that is left, so text is 22 or more
MARGIN = 24
STYLE = """
  text { font: 22px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; fill: #1f2328 }
  .title { font-size: 26px; font-weight: 600 }
  .soft { fill: #59636e }
  .card { fill: #ffffff; stroke: #d1d9e0 }
  .load { fill: #0969da; stroke: #0969da }
  .store { fill: #bc4c00; stroke: #bc4c00 }
  .idle { fill: #dfe4ea; stroke: none }
  .empty { fill: none; stroke: #8c959f; stroke-dasharray: 3 3 }
  .dot { fill: #1f2328; stroke: none }
  line { stroke-width: 1.5; stroke-opacity: 0.7 }
  rect { stroke-width: 0 }
  rect.card, rect.empty { stroke-width: 1 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    .soft { fill: #9ea7b3 }
    .card { fill: #161b22; stroke: #3d444d }
    .load { fill: #4493f8; stroke: #4493f8 }
    .store { fill: #f0883e; stroke: #f0883e }
    .idle { fill: #343b45 }
  }
"""


def number(value):
    """At most one decimal, so that the text does not depend on the machine's last bits."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


class Picture:
    def __init__(self, title):
        self._title = title
        self._elements = []

    def text(self, x, y, words, style="", anchor="start"):
        self._elements.append(f'<text x="{number(x)}" y="{number(y)}"'
                              + (f' class="{style}"' if style else "")
                              + (f' text-anchor="{anchor}"' if anchor != "start" else "")
                              + f">{escape(words)}</text>")

    def rect(self, x, y, width, height, style="", fill=""):
        self._elements.append(f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}"'
                              f' height="{number(height)}"' + (f' class="{style}"' if style else "")
                              + (f' fill="{fill}"' if fill else "") + "/>")

    def line(self, x1, y1, x2, y2, style):
        self._elements.append(f'<line x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}"'
                              f' class="{style}"/>')

    def path(self, lines, style):
        """Many lines, (x1, y1, x2, y2) each, as one element."""
        way = "".join(f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}" for x1, y1, x2, y2 in lines)
        self._elements.append(f'<path d="{way}" class="{style}" stroke-width="0.8" stroke-opacity="0.6"/>')

    def dot(self, x, y, radius):
        """With a rim, so that it shows on every colour."""
        self._elements.append(f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius + 2)}" fill="#ffffff"/>')
        self._elements.append(f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" class="dot"/>')

    def drawn(self, height):
        return "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {number(height)}" role="img">',
            f"<title>{escape(self._title)}</title>", f"<style>{STYLE}</style>",
            f'<rect x="0.5" y="0.5" width="{WIDTH - 1}" height="{number(height - 1)}" rx="10" class="card"/>',
            *self._elements, "</svg>", ""])
