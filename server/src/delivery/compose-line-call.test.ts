import { expect, test } from 'vitest'
import { lineMessage } from './compose-line-call.ts'

const config = { publicUrl: 'http://localhost:8080', publicMediaUrl: 'https://cdn.example.com/desk' }
const sent = (image_url: string | null) =>
  lineMessage({ message_type: 'image', text: null, image_url, own_image: null }, config)

test.each([
  ['https://example.com/a.jpg?x=1', 'https://example.com/a.jpg?x=1'],
  ['https://example.com', 'https://example.com'],
  ['http://example.com/a.jpg', 'https://example.com/a.jpg'],
  ['http://example.com:80/a.jpg', 'https://example.com/a.jpg'],
  ['HTTPS://Example.com/A.jpg', 'https://example.com/A.jpg'],
  ['https://example.com/รูป.jpg', 'https://example.com/%E0%B8%A3%E0%B8%B9%E0%B8%9B.jpg'],
  ['https://ตัวอย่าง.ไทย/a.jpg', 'https://xn--72c1a1bt4awk9o.xn--o3cw4h/a.jpg'],
])('sends LINE the image URL %s as %s', (link, url) => {
  expect(sent(link)).toEqual({ type: 'image', originalContentUrl: url, previewImageUrl: url })
})

test.each(['ftp://example.com/a.jpg', 'javascript:alert(1)', 'nonsense', null])(
  'refuses the image link %s',
  (link) => {
    expect(sent(link)).toMatchObject({ errorCode: 'image_not_https' })
  },
)

test('sends the message text to LINE unchanged', () => {
  expect(
    lineMessage({ message_type: 'text', text: 'สวัสดี', image_url: null, own_image: null }, config),
  ).toEqual({
    type: 'text',
    text: 'สวัสดี',
  })
})
