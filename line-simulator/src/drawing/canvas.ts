import { encodePng } from './png.ts'

export type Colour = readonly [number, number, number]
export type Point = readonly [x: number, y: number]
/** Closed outlines; what winds around a point in the other direction is a hole. */
export type Outlines = readonly (readonly Point[])[]

/** Scan lines per px; across, coverage is exact. */
const SUBLINES = 4
const CURVE_STEPS = 8

/** A picture of opaque pixels that shapes are filled into. Lengths are in units of which `scale` px are one. */
export class Canvas {
  private readonly width: number
  private readonly height: number
  private readonly scale: number
  private readonly rgb: Uint8Array

  constructor(width: number, height: number, scale: number, background: Colour) {
    this.width = Math.round(width * scale)
    this.height = Math.round(height * scale)
    this.scale = scale
    this.rgb = new Uint8Array(this.width * this.height * 3)
    this.rgb.set(background)
    for (let done = 3; done < this.rgb.length; done *= 2) this.rgb.copyWithin(done, 0, done)
  }

  /** Fills outlines by the non-zero rule, with soft edges. */
  fill(outlines: Outlines, colour: Colour): void {
    const rows = new Map<number, Edge[]>()
    for (const edge of this.edgesOf(outlines)) {
      const last = Math.min(this.height - 1, Math.floor(edge.bottom))
      for (let y = Math.max(0, Math.floor(edge.top)); y <= last; y += 1) {
        const row = rows.get(y)
        if (row) row.push(edge)
        else rows.set(y, [edge])
      }
    }
    const coverage = new Float32Array(this.width)
    for (const [y, edges] of rows) {
      coverage.fill(0)
      for (let line = 0; line < SUBLINES; line += 1) {
        addLine(coverage, edges, y + (line + 0.5) / SUBLINES)
      }
      const left = Math.min(...edges.map((edge) => edge.left))
      const right = Math.max(...edges.map((edge) => edge.right))
      this.blend(y, coverage, colour, Math.max(0, Math.floor(left)), Math.min(this.width, Math.ceil(right)))
    }
  }

  png(): Buffer {
    return encodePng(this.width, this.height, this.rgb)
  }

  private edgesOf(outlines: Outlines): Edge[] {
    return outlines.flatMap((outline) =>
      outline.flatMap(([fromX, fromY], index) => {
        const [toX, toY] = outline[(index + 1) % outline.length] ?? [fromX, fromY]
        if (fromY === toY) return []
        const [x0, y0, x1, y1] = [fromX, fromY, toX, toY].map((value) => value * this.scale) as [
          number,
          number,
          number,
          number,
        ]
        const slope = (x1 - x0) / (y1 - y0)
        return [
          {
            top: Math.min(y0, y1),
            bottom: Math.max(y0, y1),
            left: Math.min(x0, x1),
            right: Math.max(x0, x1),
            x0,
            y0,
            slope,
            winding: y1 > y0 ? 1 : -1,
          },
        ]
      }),
    )
  }

  private blend(y: number, coverage: Float32Array, colour: Colour, from: number, to: number): void {
    for (let x = from; x < to; x += 1) {
      const part = Math.min(1, coverage[x] ?? 0)
      if (part <= 0) continue
      const at = (y * this.width + x) * 3
      for (let channel = 0; channel < 3; channel += 1) {
        const before = this.rgb[at + channel] ?? 0
        this.rgb[at + channel] = Math.round(before + ((colour[channel] ?? 0) - before) * part)
      }
    }
  }
}

interface Edge {
  left: number
  right: number
  top: number
  bottom: number
  x0: number
  y0: number
  slope: number
  winding: number
}

/** Adds what one scan line covers of each pixel. */
function addLine(coverage: Float32Array, edges: readonly Edge[], y: number): void {
  const crossings = edges
    .filter((edge) => edge.top <= y && y < edge.bottom)
    .map((edge) => ({ x: edge.x0 + (y - edge.y0) * edge.slope, winding: edge.winding }))
    .sort((one, other) => one.x - other.x)
  let winding = 0
  for (const [index, crossing] of crossings.entries()) {
    winding += crossing.winding
    const next = crossings[index + 1]
    if (winding === 0 || !next) continue
    const from = Math.max(0, crossing.x)
    const to = Math.min(coverage.length, next.x)
    for (let x = Math.floor(from); x < to; x += 1) {
      const part = Math.min(to, x + 1) - Math.max(from, x)
      coverage[x] = (coverage[x] ?? 0) + part / SUBLINES
    }
  }
}

/** A point on a curve between the first and the last of its 3 or 4 points, `at` from 0 to 1. */
function between(points: readonly Point[], at: number): Point {
  if (points.length === 1) return points[0] ?? [0, 0]
  const nearer = points.slice(1).map(([x, y], index): Point => {
    const [beforeX, beforeY] = points[index] ?? [x, y]
    return [beforeX + (x - beforeX) * at, beforeY + (y - beforeY) * at]
  })
  return between(nearer, at)
}

/** Straight pieces in the place of a curve, without its first point. */
export function flattened(curve: readonly Point[]): Point[] {
  return Array.from({ length: CURVE_STEPS }, (_, step) => between(curve, (step + 1) / CURVE_STEPS))
}

export function rectangle(x: number, y: number, width: number, height: number): Point[] {
  return [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ]
}

export function circle(x: number, y: number, radius: number): Point[] {
  const steps = 48
  return Array.from({ length: steps }, (_, step): Point => {
    const angle = (step / steps) * 2 * Math.PI
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
  })
}

export function roundedRectangle(
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
): Point[] {
  const corner = (cornerX: number, cornerY: number, quarter: number) =>
    Array.from({ length: 9 }, (_, step): Point => {
      const angle = ((quarter + step / 8) * Math.PI) / 2
      return [cornerX + radius * Math.cos(angle), cornerY + radius * Math.sin(angle)]
    })
  const [right, bottom] = [x + width - radius, y + height - radius]
  return [
    ...corner(right, bottom, 0),
    ...corner(x + radius, bottom, 1),
    ...corner(x + radius, y + radius, 2),
    ...corner(right, y + radius, 3),
  ]
}
