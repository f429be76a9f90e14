import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { linkify, splitWholeWords, webAddress } from './message-text.ts'

const links = (text: string) => linkify(text).flatMap((part) => (part.kind === 'link' ? [part.text] : []))

test('splitting a message text into links neither loses nor adds a character', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom(
      'https://',
      'http://x.co',
      'https://a.b/c?d=e#f',
      ' ',
      ')',
      'ค่ะ',
      '<script>',
      'javascript:alert(1)',
    ),
  )
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('')
      expect(
        linkify(text)
          .map((part) => part.text)
          .join(''),
      ).toBe(text)
    }),
  )
})

test('links in a message text lead only to http and https URLs', () => {
  fc.assert(
    fc.property(fc.oneof(fc.webUrl(), fc.string()), (text) => {
      for (const part of linkify(`ดูที่ ${text} นะคะ`))
        if (part.kind === 'link') expect(part.href).toMatch(/^https?:\/\//)
    }),
  )
})

test('does not turn a URL of more than 2,000 characters into a link', () => {
  const address = `https://example.com/${'a'.repeat(1_980)}`
  expect(links(address)).toEqual([address])
  expect(linkify(`${address}a ต่อ`)).toEqual([{ kind: 'text', text: `${address}a ต่อ` }])
})

describe('recognizes the end of a URL in a text', () => {
  test.each([
    ['ดู https://example.com/a.', ['https://example.com/a']],
    ['(https://example.com/a)', ['https://example.com/a']],
    ['https://th.wikipedia.org/wiki/ไทย_(แก้ความกำกวม)', ['https://th.wikipedia.org/wiki/ไทย_(แก้ความกำกวม)']],
    ['https://example.com/สลิปค่ะ', ['https://example.com/สลิป']],
    ['https://example.com/xนะครับ ขอบคุณ', ['https://example.com/x']],
    ['https://bit.ly/abc123แล้วกดรับสิทธิ์ได้เลย', ['https://bit.ly/abc123']],
    ['https://example.comแล้วสมัคร', ['https://example.com']],
    ['https://example.com.แล้วสมัคร', ['https://example.com']],
    ['https://example.com/?q=ไทยแลนด์&p=1แล้วกด', ['https://example.com/?q=ไทยแลนด์&p=1']],
    ['https://คน.ไทย/หน้าแรก', ['https://คน.ไทย/หน้าแรก']],
    ['https://example.com/%E0%B8%81แล้วกด', ['https://example.com/%E0%B8%81']],
    ['เข้าที่www.example.com/aได้เลย', ['www.example.com/a']],
    ['www.example.com.', ['www.example.com']],
    ['xwww.example.com a@www.example.com', []],
    [`https://example.com/ก${'ๆ'.repeat(300)}`, ['https://example.com/ก']],
    [`https://example.com/ก${'ๆ'.repeat(300)}a`, [`https://example.com/ก${'ๆ'.repeat(300)}a`]],
    ['www.', []],
    ['HTTPS://EXAMPLE.COM', ['HTTPS://EXAMPLE.COM']],
    ['https://a.co https://b.co', ['https://a.co', 'https://b.co']],
    ['https://a.co"onclick="x', ['https://a.co']],
    ['詳細は「https://example.com/a」です。', ['https://example.com/a']],
    ['https://example.com/a。次の文', ['https://example.com/a']],
    ...[...'。、！？」』】）》；：，．～｡､｣…'].map((mark): [string, string[]] => [
      `https://example.com/a?b=c${mark}`,
      ['https://example.com/a?b=c'],
    ]),
    ['https://example.com/你好', ['https://example.com/你好']],
    [`https://example.com/a${'。'.repeat(300)}`, ['https://example.com/a']],
    ['javascript:alert(1) data:text/html,x ftp://x', []],
    ['https://', []],
  ])('finds the links in %s', (text, found) => expect(links(text)).toEqual(found))
})

test('turns a URL without a protocol into an https link', () => {
  expect(linkify('WWW.example.com')).toEqual([
    { kind: 'link', text: 'WWW.example.com', href: 'https://www.example.com/' },
  ])
})

test.each(['javascript:alert(1)', ' javascript:x', 'data:text/html,x', 'vbscript:x', '//', 'blob:x'])(
  'rejects %s as a web URL',
  (address) => expect(webAddress(address)).toBeNull(),
)
test('accepts a path of our own server as a web URL', () => {
  expect(webAddress('/media/a.png', 'https://desk.example/')).toBe('https://desk.example/media/a.png')
})

test.each([
  ['ขออภัยครับ แอดมินบันทึกแล้ว', ['ขออภัยครับ ', 'แอดมิน', 'บันทึกแล้ว']],
  ['แชทกับแอดมิน', ['', 'แชท', 'กับ', 'แอดมิน', '']],
  ['โปรโมชั่นใหม่', ['', 'โปรโมชั่น', 'ใหม่']],
  ['ฝากเงินไม่เข้า', ['ฝากเงินไม่เข้า']],
  ['', ['']],
])('splits the text %s into whole words', (text, pieces) => {
  expect(splitWholeWords(text)).toEqual(pieces)
  expect(splitWholeWords(text).join('')).toBe(text)
})

test('treats a word followed by a combining mark as a different word', () => {
  expect(splitWholeWords('แชท์')).toEqual(['แชท์'])
})
