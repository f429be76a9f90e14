import { expect, test } from 'vitest'
import { pngOf } from './rasterise.ts'
import { videoFrameSvg } from './video-frame.ts'

test('a video has the same 16:9 still image for the same id, and different ones for different ids', async () => {
  const image = await pngOf(videoFrameSvg('175'))
  expect(image.subarray(1, 4).toString('latin1')).toBe('PNG')
  expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([320, 180])
  expect((await pngOf(videoFrameSvg('175'))).equals(image)).toBe(true)
  expect((await pngOf(videoFrameSvg('176'))).equals(image)).toBe(false)
})
