/* Writes small ONNX models: protobuf messages by hand, with the field numbers of onnx.proto. */

/** In ONNX's numbering. */
export const elementTypes = { float: 1, int64: 7, bool: 9 } as const;

interface TensorType {
  name: string;
  type: (typeof elementTypes)[keyof typeof elementTypes];
  /** A text is a dimension that is only known when the model runs. */
  shape: (number | string)[];
}

interface OnnxGraph {
  inputs: TensorType[];
  outputs: TensorType[];
  nodes: { operator: "Gather" | "Identity"; inputs: string[]; output: string }[];
  constants: { name: string; shape: number[]; values: Float32Array }[];
}

const opset = 13;

export function writeOnnxModel({ inputs, outputs, nodes, constants }: OnnxGraph): Buffer {
  const graph = Buffer.concat([
    ...nodes.map(({ operator, inputs: names, output }) =>
      field(1, Buffer.concat([...names.map((name) => text(1, name)), text(2, output), text(4, operator)])),
    ),
    text(2, "graph"),
    ...constants.map(({ name, shape, values }) =>
      field(
        5,
        Buffer.concat([
          ...shape.map((size) => number(1, size)),
          number(2, elementTypes.float),
          text(8, name),
          field(9, Buffer.from(values.buffer, values.byteOffset, values.byteLength)),
        ]),
      ),
    ),
    ...inputs.map((tensor) => field(11, tensorType(tensor))),
    ...outputs.map((tensor) => field(12, tensorType(tensor))),
  ]);
  // The version of the file format, the graph, and the version of the operators.
  return Buffer.concat([
    number(1, 8),
    field(7, graph),
    field(8, Buffer.concat([text(1, ""), number(2, opset)])),
  ]);
}

function tensorType({ name, type, shape }: TensorType): Buffer {
  const sizes = shape.map((size) => field(1, typeof size === "number" ? number(1, size) : text(2, size)));
  const tensor = Buffer.concat([number(1, type), field(2, Buffer.concat(sizes))]);
  return Buffer.concat([text(1, name), field(2, field(1, tensor))]);
}

function field(id: number, content: Buffer): Buffer {
  return Buffer.concat([varint(id * 8 + 2), varint(content.length), content]);
}

function text(id: number, value: string): Buffer {
  return field(id, Buffer.from(value));
}

function number(id: number, value: number): Buffer {
  return Buffer.concat([varint(id * 8), varint(value)]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}
