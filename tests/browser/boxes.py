"""Where things are drawn on the page of a table, and whether they lie over one another."""

from playwright.sync_api import Page

# Boxes of what is drawn, by name. Of a line of text its letters count, not the room it has.
BOXES = """() => {
  const found = [];
  const add = (name, box) => {
    if (box.width > 0 && box.height > 0) found.push([name, box.left, box.top, box.right, box.bottom]);
  };
  const shows = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const all = (name, selector) => {
    const nodes = [...document.querySelectorAll(selector)];
    for (const node of nodes.filter(shows)) add(name, node.getBoundingClientRect());
  };
  const letters = (name, selector) => {
    for (const node of document.querySelectorAll(selector)) {
      if (!shows(node) || !node.textContent) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const [text, own] = [range.getBoundingClientRect(), node.getBoundingClientRect()];
      const { paddingLeft, paddingRight } = getComputedStyle(node);
      const left = Math.max(text.left, own.left + parseFloat(paddingLeft));
      const right = Math.min(text.right, own.right - parseFloat(paddingRight));
      add(name, new DOMRect(left, text.top, right - left, text.height));
    }
  };
  all("bar", "#bar > *");
  all("seat", "#seats .avatar");
  all("seat", "#seats :is(.count, .role, .bot):not([hidden])");
  letters("seat", "#seats .name, #seats .line");
  letters("status", "#status b");
  letters("status", "#status small");
  all("button", "#act .btn");
  all("stock", "#stock .back, #stock b, #cards [data-zone=trump]");
  all("discard", "#discard .back, #discard b");
  all("table", "#cards [data-zone=table], .slot");
  all("hand", "#cards [data-zone=hand] > .in");
  all("toast", "#toast.on");
  all("coach", "#coach");
  return found;
}"""

Box = tuple[float, float, float, float]


def boxes_of(page: Page) -> list[tuple[str, Box]]:
    """Return what is drawn, by kind: left, top, right, bottom."""
    return [(name, tuple(box)) for name, *box in page.evaluate(BOXES)]


def overlap(one: Box, other: Box, slack: float = 2) -> bool:
    """Whether these lie over one another by more than so many pixels."""
    return (
        one[0] < other[2] - slack
        and other[0] < one[2] - slack
        and one[1] < other[3] - slack
        and other[1] < one[3] - slack
    )


def check(page: Page) -> dict[str, int]:
    """See that nothing lies over anything else, or off the screen; return how many boxes there were."""
    size = page.viewport_size
    assert size is not None
    width, height = size["width"], size["height"]
    # On lying screens the feet of the cards go under the edge.
    below = 20 if page.locator("#table").get_attribute("data-mode") == "land" else 1
    boxes = boxes_of(page)
    for name, (left, top, right, bottom) in boxes:
        assert left >= -1 and right <= width + 1, f"{name}: {left} to {right} of {width}"  # noqa: PT018
        assert top >= -1 and bottom <= height + (below if name == "hand" else 1), f"{name}: {top} to {bottom}"  # noqa: PT018
    for at, (name, box) in enumerate(boxes):
        for other, other_box in boxes[at + 1 :]:
            # A toast goes by over the cards in play, and over nothing that can be pressed or has to be read.
            if (
                name != other
                and {name, other} != {"toast", "table"}
                and {name, other} - {"toast", "stock", "discard"}
            ):
                assert not overlap(box, other_box), f"{name} {box} and {other} {other_box}"
    names = [name for name, _ in boxes]
    return {name: names.count(name) for name in set(names)}
