import { expect, test } from 'vitest'
import { filmStillSvg } from './film-still.ts'
import { pngOf } from './rasterise.ts'

test('draws the same 16:9 still for an id, and another for other ids', async () => {
  const picture = await pngOf(filmStillSvg('175'))
  expect(picture.subarray(1, 4).toString('latin1')).toBe('PNG')
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([320, 180])
  expect((await pngOf(filmStillSvg('175'))).equals(picture)).toBe(true)
  expect((await pngOf(filmStillSvg('176'))).equals(picture)).toBe(false)
})
