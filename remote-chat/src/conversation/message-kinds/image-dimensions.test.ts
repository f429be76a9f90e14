import fc from 'fast-check'
import { expect, test } from 'vitest'
import { imageBox } from './image-dimensions.ts'

test.each([
  [1080, 1920, 180, 320, false],
  [1200, 900, 240, 180, false],
  [150, 100, 150, 100, false],
  [1080, 9_000, 96, 320, false],
  [9_000, 300, 240, 72, false],
  // The image is smaller than the smallest box: shown centered and unscaled.
  [20, 20, 96, 72, true],
  [60, 200, 96, 200, true],
  // The image is too thin to be recognized at its original size.
  [3_000, 20, 240, 72, false],
])('an image of %i × %i has a box of %i × %i px', (width, height, boxWidth, boxHeight, isWhole) => {
  expect(imageBox(width, height)).toEqual({ width: boxWidth, height: boxHeight, isWhole })
})

test('an image of unknown size has the default box', () => {
  expect(imageBox(null, 100)).toEqual(imageBox(undefined, undefined))
  expect(imageBox(0, 0).isWhole).toBe(true)
})

test('a missing image has a smaller box unless its size is known', () => {
  expect(imageBox(null, null, true).height).toBeLessThan(imageBox(null, null).height / 2)
  expect(imageBox(1200, 900, true)).toEqual(imageBox(1200, 900))
})

test('no image box is larger than 240 × 320 px or smaller than 96 × 72 px', () => {
  const side = fc.integer({ min: 1, max: 100_000 })
  fc.assert(
    fc.property(side, side, (width, height) => {
      const box = imageBox(width, height)
      expect(box.width).toBeGreaterThanOrEqual(96)
      expect(box.width).toBeLessThanOrEqual(240)
      expect(box.height).toBeGreaterThanOrEqual(72)
      expect(box.height).toBeLessThanOrEqual(320)
    }),
  )
})
