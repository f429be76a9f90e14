import { expect, test } from 'vitest'
import { sniffContent } from './sniff-content-type.ts'

/** Returns the `ftyp` box of a media file: major brand, version 0, compatible brands. */
function ftyp(...brands: string[]): Buffer {
  const [major = '', ...compatible] = brands
  const length = Buffer.alloc(4)
  length.writeUInt32BE(16 + 4 * compatible.length)
  return Buffer.concat([length, Buffer.from(`ftyp${major}\0\0\0\0${compatible.join('')}`, 'latin1')])
}

test.each([
  ['image/jpeg', Buffer.from('ffd8ffe000104a4649460001', 'hex')],
  ['image/avif', ftyp('avif', 'mif1')],
  ['image/avif', ftyp('mif1', 'avif', 'miaf')],
  ['image/heic', ftyp('mif1', 'heic')],
  ['image/heic', ftyp('mif1')],
  ['video/mp4', ftyp('isom', 'mp42')],
  ['video/quicktime', ftyp('qt  ')],
])('detects the content type %s', (type, head) => {
  expect(sniffContent(head, false)).toBe(type)
})

test('an audio message in a video container gets an audio type, but an image keeps its image type', () => {
  expect(sniffContent(ftyp('isom'), true)).toBe('audio/mp4')
  expect(sniffContent(ftyp('avif'), true)).toBe('image/avif')
})
