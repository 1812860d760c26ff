// Index expressions, as C has them: whole numbers, the operators of C, and names. They are parsed by jsep and worked
// out here, one operator at a time; nothing is ever handed to the browser to execute.
import jsep from "jsep";

for (const operator of ["===", "!==", ">>>", "??", "**"]) jsep.removeBinaryOp(operator); // C has none of these

const LONGEST = 200; // characters
const LARGEST = 2n ** 63n; // of any intermediate result

/** What is wrong with an expression, in words for its author. */
export class ExpressionError extends Error {}

const truth = (is) => (is ? 1n : 0n);

function divide(a, b, of) {
  if (b === 0n) throw new ExpressionError("it divides by 0");
  return of(a, b);
}

function shift(a, b, of) {
  if (b < 0n || b > 62n) throw new ExpressionError(`it shifts by ${b}`);
  return of(a, b);
}

// On BigInt, / drops the fraction, % has the sign of the left side, and >> of a negative number fills up with ones: all
// as in C.
const BINARY = {
  "*": (a, b) => a * b,
  "/": (a, b) => divide(a, b, (c, d) => c / d),
  "%": (a, b) => divide(a, b, (c, d) => c % d),
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "<<": (a, b) => shift(a, b, (c, d) => c << d),
  ">>": (a, b) => shift(a, b, (c, d) => c >> d),
  "<": (a, b) => truth(a < b),
  ">": (a, b) => truth(a > b),
  "<=": (a, b) => truth(a <= b),
  ">=": (a, b) => truth(a >= b),
  "==": (a, b) => truth(a === b),
  "!=": (a, b) => truth(a !== b),
  "&": (a, b) => a & b,
  "^": (a, b) => a ^ b,
  "|": (a, b) => a | b,
  "&&": (a, b) => truth(a !== 0n && b !== 0n),
  "||": (a, b) => truth(a !== 0n || b !== 0n),
};

const UNARY = { "-": (a) => -a, "+": (a) => a, "~": (a) => ~a, "!": (a) => truth(a === 0n) };

function numberOf({ raw }) {
  if (!/^(0|[1-9][0-9]*)$/.test(raw)) throw new ExpressionError(`${raw} is not a whole number`);
  return BigInt(raw);
}

function nameOf(node) {
  if (node.type === "Identifier") return node.name;
  const { object, property } = node; // threadIdx.x
  if (object.type !== "Identifier" || property.type !== "Identifier") return "what is written there";
  return `${object.name}.${property.name}`;
}

function bounded(value) {
  if (value >= LARGEST || value <= -LARGEST) throw new ExpressionError("it becomes larger than 64 bits hold");
  return value;
}

/** tile[row][column] of rows that are names["[]"] long; of a[i], i. */
function element({ object, property }, names) {
  const column = worth(property, names);
  if (object.type === "Identifier") return column;
  if (!object.computed || object.object.type !== "Identifier" || !Object.hasOwn(names, "[]"))
    throw new ExpressionError("an element has one index, or two: tile[x][y]");
  return bounded(worth(object.property, names) * names["[]"] + column);
}

function worth(node, names) {
  switch (node.type) {
    case "Literal":
      return bounded(numberOf(node));
    case "Identifier":
    case "MemberExpression": {
      if (node.computed) return element(node, names);
      const name = nameOf(node);
      if (!Object.hasOwn(names, name)) throw new ExpressionError(`${name} is not known here`);
      return names[name];
    }
    case "UnaryExpression":
      return bounded(UNARY[node.operator](worth(node.argument, names)));
    case "BinaryExpression":
      return bounded(BINARY[node.operator](worth(node.left, names), worth(node.right, names)));
    case "ConditionalExpression":
      return worth(worth(node.test, names) !== 0n ? node.consequent : node.alternate, names);
    default:
      throw new ExpressionError("it may hold whole numbers, names, operators and brackets only");
  }
}

/** Numbers as jsep takes them: C's 0x1F as 31, and 33u as 33. */
const decimal = (text) =>
  text.replace(/\b(0[xX][0-9a-fA-F]+|\d+)[uUlL]{0,3}\b/g, (_, n) => (/^0x/i.test(n) ? `${BigInt(n)}` : n));

/**
 * A function that works the expression out, from an object of names and their values, all BigInt; "[]" is the length of
 * a row of what has two indices.
 * Throws ExpressionError where the text is none; so does the function, where there is no value.
 */
export function expression(text) {
  if (text.length > LONGEST) throw new ExpressionError(`it is longer than ${LONGEST} characters`);
  if (/\+\+|--/.test(text)) throw new ExpressionError("it may change nothing, as ++ and -- would");
  let tree;
  try {
    tree = jsep(decimal(text));
  } catch (error) {
    throw new ExpressionError(error.message);
  }
  return (names) => worth(tree, names);
}
