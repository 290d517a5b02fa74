/* Elements of a whiteboard as Excalidraw makes them. */

const common = {
  x: 0,
  y: 0,
  width: 160,
  height: 80,
  angle: 0,
  strokeColor: "#1e1e1e",
  backgroundColor: "transparent",
  fillStyle: "solid",
  strokeWidth: 2,
  strokeStyle: "solid",
  roundness: { type: 3 },
  roughness: 1,
  opacity: 100,
  seed: 1,
  version: 1,
  versionNonce: 1,
  index: "a0",
  isDeleted: false,
  groupIds: [],
  frameId: null,
  boundElements: null,
  updated: 1,
  link: null,
  locked: false,
};

export function boardBox(id: string, change: object = {}) {
  return { type: "rectangle", ...common, id, ...change };
}

export function boardText(id: string, text: string, change: object = {}) {
  return {
    type: "text",
    ...common,
    roundness: null,
    id,
    text,
    originalText: text,
    fontSize: 20,
    fontFamily: 5,
    textAlign: "left",
    verticalAlign: "top",
    containerId: null,
    autoResize: true,
    lineHeight: 1.25,
    ...change,
  };
}
