import { createHash } from 'node:crypto'
import { Canvas, type Colour, circle, type Point, rectangle } from './canvas.ts'

const WIDTH = 320
const HEIGHT = 180
const SKIES: readonly Colour[] = [
  [138, 180, 214],
  [214, 176, 138],
  [164, 146, 200],
]
const SUN: Colour = [255, 236, 190]
const HILL: Colour = [74, 112, 92]
const NEAR_HILL: Colour = [52, 84, 70]

/** The first picture of a film, which nobody takes for a slip: hills under a sky that is the same for an id. */
export function filmStillPng(messageId: string): Buffer {
  const hash = createHash('sha256').update(messageId).digest()
  const canvas = new Canvas(WIDTH, HEIGHT, 1, SKIES[(hash[0] ?? 0) % SKIES.length] ?? SUN)
  const hill = (x: number, width: number, height: number): Point[] => [
    [x, HEIGHT],
    [x + width / 2, HEIGHT - height],
    [x + width, HEIGHT],
  ]
  canvas.fill([circle(60 + (hash[1] ?? 0) * 0.8, 52, 22)], SUN)
  canvas.fill([hill(-60, 260, 92)], HILL)
  canvas.fill([hill(120, 280, 116)], HILL)
  canvas.fill([hill(30, 220, 60)], NEAR_HILL)
  canvas.fill([rectangle(0, 164, WIDTH, 16)], NEAR_HILL)
  return canvas.png()
}
