import { drawBanks } from "../draw/banks.js";
import { drawSectors } from "../draw/sectors.js";
const column = (space) => ({ space, operation: "load", bytes: 4,
  lanes: Array.from({ length: 32 }, (_, lane) => ({ lane, offset: 4 * (lane * 34 + 1) })) });
document.getElementById("page").append(drawBanks(column("shared"), 3), drawSectors(column("global"), 3));
