// The lanes of a warp in a row: who takes part, and who was stopped before.
import { html, numbered, picture, svg } from "../elements.js";
import { gpu } from "../engine.js";

export const LANE_WIDTH = 18;
const TOP = 18;
const HEIGHT = 20;

/** The boxes of all lanes, with their numbers. request.stopped: [{lane}, ..], those that were stopped. */
export function laneBoxes(request, chosen) {
  return Array.from({ length: gpu.warpLanes }, (_, lane) => {
    const x = lane * LANE_WIDTH;
    const active = request.lanes.some((entry) => entry.lane === lane);
    const stopped = request.stopped?.some((entry) => entry.lane === lane);
    const style = active ? request.operation : stopped ? "stopped" : "idle";
    return svg(
      "g",
      { "data-lane": active ? lane : undefined },
      svg("rect", {
        x: x + 1,
        y: TOP,
        width: LANE_WIDTH - 2,
        height: HEIGHT,
        class: chosen.includes(lane) ? `${style} chosen` : style,
      }),
      ...(stopped ? [svg("text", { x: x + LANE_WIDTH / 2, y: TOP + 14.5, class: "in-cell stopped" }, "×")] : []),
      svg("text", { x: x + LANE_WIDTH / 2, y: 12, class: numbered(lane, "number") }, `${lane}`),
    );
  });
}
laneBoxes.bottom = TOP + HEIGHT;

/** The lanes alone. */
export function drawLanes(request, chosen, title, description) {
  return html(
    "figure",
    {},
    html("figcaption", {}, title),
    picture(gpu.warpLanes * LANE_WIDTH, TOP + HEIGHT + 3, title, description, ...laneBoxes(request, chosen)),
  );
}
