import { expect, test } from 'vitest'
import { openAddress, publicKey } from './public-media.ts'

const key = `public/ab/${'ab'.repeat(32)}.png`
const publicUrl = 'http://localhost:8080'

test.each([
  [null, publicUrl],
  ['https://cdn.example.com/desk', 'https://cdn.example.com/desk'],
  // Host name that only the LINE simulator can reach.
  ['https://localhost:8080', publicUrl],
  ['https://127.0.0.1', publicUrl],
])('when PUBLIC_MEDIA_URL is %s, users get the image URL %s', (publicMediaUrl, base) => {
  expect(openAddress({ publicUrl, publicMediaUrl }, key)).toBe(`${base}/p/${'ab'.repeat(32)}.png`)
})

test('the name of a public file depends only on its content and the key', () => {
  const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const found = publicKey(one, 'ab'.repeat(32), 'image/jpeg')
  expect(publicKey(one, 'ab'.repeat(32), 'image/jpeg')).toBe(found)
  expect(publicKey(other, 'ab'.repeat(32), 'image/jpeg')).not.toBe(found)
  expect(publicKey(one, 'cd'.repeat(32), 'image/jpeg')).not.toBe(found)
  expect(publicKey(one, 'ab'.repeat(32), 'image/png')).toMatch(/^public\/([0-9a-f]{2})\/\1[0-9a-f]{62}\.png$/)
})
