import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pictureBox } from './picture-box.ts'

test.each([
  [1080, 1920, 180, 320],
  [1200, 900, 240, 180],
  [150, 100, 150, 100],
  [20, 20, 96, 72],
  [1080, 9_000, 96, 320],
  [9_000, 300, 240, 72],
])('a picture of %i × %i stands in %i × %i px', (width, height, boxWidth, boxHeight) => {
  expect(pictureBox(width, height)).toEqual({ width: boxWidth, height: boxHeight, isGuess: false })
})

test('one of unknown size stands in a box that is the same for all', () => {
  expect(pictureBox(null, 100)).toEqual(pictureBox(undefined, undefined))
  expect(pictureBox(0, 0).isGuess).toBe(true)
})

test('no box is larger than 240 × 320 px nor smaller than 96 × 72', () => {
  const side = fc.integer({ min: 1, max: 100_000 })
  fc.assert(
    fc.property(side, side, (width, height) => {
      const box = pictureBox(width, height)
      expect(box.width).toBeGreaterThanOrEqual(96)
      expect(box.width).toBeLessThanOrEqual(240)
      expect(box.height).toBeGreaterThanOrEqual(72)
      expect(box.height).toBeLessThanOrEqual(320)
    }),
  )
})
