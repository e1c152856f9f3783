"use client";

import classes from "#components/layout/network-illustration.module.css";

interface Node {
  x: number;
  y: number;
  radius: number;
  color: string;
}

const nodes = [
  { x: 390, y: 60, radius: 24, color: "#2f6fb0" },
  { x: 180, y: 150, radius: 38, color: "#0f766e" },
  { x: 590, y: 185, radius: 45, color: "#a8446b" },
  { x: 300, y: 330, radius: 60, color: "#7c5cbf" },
  { x: 530, y: 410, radius: 34, color: "#b4552d" },
  { x: 160, y: 500, radius: 30, color: "#8a6d1f" },
  { x: 390, y: 590, radius: 50, color: "#4f7a28" },
  { x: 625, y: 640, radius: 28, color: "#0f766e" },
  { x: 236, y: 680, radius: 26, color: "#2f6fb0" },
  { x: 505, y: 790, radius: 40, color: "#a8446b" },
] as const satisfies readonly Node[];

/** Pairs of indexes into the nodes. */
const edges = [
  [0, 1],
  [0, 2],
  [1, 3],
  [2, 3],
  [2, 4],
  [3, 4],
  [3, 5],
  [4, 6],
  [4, 7],
  [5, 6],
  [6, 7],
  [6, 8],
  [6, 9],
  [7, 9],
] as const;

const rimPx = 5;
const figure = "M-4-5a4 4 0 1 0 8 0a4 4 0 0 0-8 0M-7 9.5a7 6.5 0 0 1 14 0";

interface NetworkIllustrationProps {
  /** "wide" lies on its side, for a place that is wider than it is high. */
  shape?: "tall" | "wide";
}

/** People who know each other: the quiet picture of the account screens and the home page. */
export function NetworkIllustration({ shape = "tall" }: NetworkIllustrationProps) {
  const isWide = shape === "wide";
  const turn = ({ x, y }: Node) => (isWide ? { x: y, y: x } : { x, y });
  return (
    <svg
      viewBox={isWide ? "20 90 830 600" : "90 20 600 830"}
      className={classes.root}
      aria-hidden="true"
      focusable="false"
    >
      {edges.map(([from, to]) => {
        const [start, end] = [turn(nodes[from]), turn(nodes[to])];
        return (
          <line
            key={`${from}-${to}`}
            x1={start.x}
            y1={start.y}
            x2={end.x}
            y2={end.y}
            className={classes.edge}
          />
        );
      })}
      {nodes.map((node) => {
        const { radius, color } = node;
        const { x, y } = turn(node);
        return (
          <g key={`${x}-${y}`} transform={`translate(${x} ${y})`}>
            <circle r={radius + rimPx} className={classes.rim} />
            <circle r={radius} fill={color} />
            <path d={figure} transform={`scale(${radius / 22})`} className={classes.figure} />
          </g>
        );
      })}
    </svg>
  );
}
