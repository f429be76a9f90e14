import { expect, test } from 'vitest'
import { inventedDetails, slipSvg } from './bank-slip.ts'
import { pngOf } from './rasterise.ts'
import { textOutlines } from './text.ts'

const details = {
  amount: '1,500',
  at: '2026-11-22T05:30:00.000Z',
  from: 'น้ำฝน ใจดี',
  last4: '4821',
  reference: 'A1',
}

test('a slip is a PNG of the requested width, identical for identical details', async () => {
  const png = await pngOf(slipSvg(details, 240))
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([240, 368])
  expect((await pngOf(slipSvg(details, 240))).equals(png)).toBe(true)
  expect((await pngOf(slipSvg({ ...details, amount: '1,501' }, 240))).equals(png)).toBe(false)
})

test('slips of the same message id have the same details', () => {
  const id = '179534959633800000'
  expect(inventedDetails(id)).toEqual(inventedDetails(id))
  expect(inventedDetails(id)).toMatchObject({ at: '2026-11-22T12:13:16.338Z' })
})

test('drawn text has Thai marks above and below their consonants, and omits characters without a glyph', () => {
  const textBox = { x: 0, y: 100, size: 100 }
  const box = (text: string) => {
    const boxes = textOutlines(text, textBox).map(({ bbox }) => bbox)
    return {
      top: Math.min(...boxes.map(({ minY }) => minY)),
      right: Math.max(...boxes.map(({ maxX }) => maxX)),
    }
  }
  expect(box('นี้').top).toBeLessThan(box('น').top)
  expect(Math.abs(box('นี้').right - box('น').right)).toBeLessThan(10)
  expect(textOutlines('🌧', textBox)).toEqual([])
})
