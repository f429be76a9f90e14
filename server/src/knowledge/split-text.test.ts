import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { CHUNK_LENGTH, CHUNK_OVERLAP, type Chunk, splitText } from './split-text.ts'

const LONG = Array.from({ length: 300 }, (_, index) => `กี่${index}`).join('')
/** Text in which no part occurs twice, so that each chunk has a unique position. */
const words = fc
  .array(fc.constantFrom('ฝากเงิน', 'น้ำ', '👨‍👩‍👧', 'ที่นี่', 'deposit', '\n', LONG), { maxLength: 200 })
  .map((each) => each.map((word, index) => `${index}${word}`).join(' '))

test('chunks cover the whole text, respect the maximum length, and keep letters with their marks', () => {
  fc.assert(
    fc.property(words, (text) => {
      const chunks = splitText(text)
      let from = 0
      for (const { content } of chunks) {
        expect(content.length).toBeLessThanOrEqual(CHUNK_LENGTH)
        expect(content).not.toMatch(/^\p{M}/u)
        const at = text.indexOf(content, Math.max(0, from - CHUNK_OVERLAP - 2))
        expect(at).toBeGreaterThanOrEqual(0)
        expect(text.slice(from, Math.max(from, at)).trim()).toBe('')
        from = Math.max(from, at + content.length)
      }
      expect(text.slice(from).trim()).toBe('')
    }),
    { numRuns: 60 },
  )
})

test('each chunk of a long answer contains its questions, and each chunk of a promotion its name and image', () => {
  const long = 'รายละเอียดที่ยาวมาก '.repeat(100)
  const answers = splitText(`คำถาม: ถอนอย่างไร\nคำถาม: ถอนช้า\nคำตอบ: ${long}`)
  expect(answers.length).toBeGreaterThan(2)
  for (const { content } of answers)
    expect(content.startsWith('คำถาม: ถอนอย่างไร\nคำถาม: ถอนช้า\nคำตอบ: ')).toBe(true)
  const promotion = splitText(`โปรโมชั่น: วันเกิด\nรายละเอียด: ${long}\n[IMAGE:https://example.com/a.png]`)
  expect(promotion.length).toBeGreaterThan(2)
  for (const { content } of promotion) {
    expect(content.startsWith('โปรโมชั่น: วันเกิด\nรายละเอียด: ')).toBe(true)
    expect(content.endsWith('\n[IMAGE:https://example.com/a.png]')).toBe(true)
  }
})

test('each chunk of a short text contains its long image URL', () => {
  const image = `[IMAGE:https://example.com/${'a'.repeat(900)}]`
  const chunks = splitText(`คำถาม: ถอน\nคำตอบ: ${'รายละเอียดที่ยาวมาก '.repeat(100)}\n${image}`)
  expect(chunks.length).toBeGreaterThan(2)
  for (const { content } of chunks) expect(content.endsWith(`\n${image}`)).toBe(true)
})

test('all chunks of a text after the first have its title as heading', () => {
  const [first, ...later] = splitText(`วิธีถอนเงิน\n${'ขั้นตอนต่อไป '.repeat(120)}`)
  expect(first?.heading).toBe('')
  expect(later.map(({ heading }) => heading)).toEqual(later.map(() => 'วิธีถอนเงิน'))
})

/** Expects that each chunk of a repetitive text begins before the previous one ends. */
function expectCovered(text: string, chunks: readonly Chunk[]): void {
  let from = 0
  for (const { content } of chunks) {
    expect(content.length).toBeLessThanOrEqual(CHUNK_LENGTH)
    expect(content.isWellFormed()).toBe(true)
    let at = from
    while (/\s/.test(text.charAt(at))) at += 1
    while (at >= 0 && !text.startsWith(content, at)) at -= 1
    expect(at).toBeGreaterThanOrEqual(0)
    from = Math.max(from, at + content.length)
  }
  expect(text.slice(from).trim()).toBe('')
}

const marked = (marks: number) => `e${'\u0301'.repeat(marks)}`

test.each([
  ['is one letter with many marks', marked(99_900)],
  ['has letters with more marks than a chunk can contain', `${'x '.repeat(60)}${marked(750)}`.repeat(115)],
  ['has surrogate pairs with that many marks', `${'x '.repeat(60)}😀${'\u0301'.repeat(750)}`.repeat(115)],
])('a text that %s is cut in large steps without losing anything', (_, text) => {
  const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment')
  const chunks = splitText(text)
  const looks = segment.mock.calls.length
  segment.mockRestore()
  expect(looks).toBeLessThanOrEqual(text.length / (CHUNK_LENGTH / 2 - CHUNK_OVERLAP))
  expectCovered(text, chunks)
})

test.each([
  ['one URL that is too long', [`https://example.com/${'a'.repeat(58_000)}`]],
  ['many image links', Array.from({ length: 2_000 }, (_, index) => `https://example.com/${index}.png`)],
  ['three long URLs', ['a', 'b', 'c'].map((name) => `https://example.com/${name.repeat(690)}`)],
])('the chunks of a promotion keep their maximum length with %s', (_, images) => {
  const lines = images.map((url) => `[IMAGE:${url}]`).join('\n')
  const text = `โปรโมชั่น: วันเกิด\nรายละเอียด: ${'รับ 100 บาท '.repeat(3_300)}\n${lines}`
  const chunks = splitText(text)
  expectCovered(text, chunks)
})

test('an entry with only an image is indexed, even with a long URL', () => {
  for (const length of [800, 5_000]) {
    const chunks = splitText(`โปรโมชั่น: วันเกิด\n[IMAGE:https://example.com/${'a'.repeat(length)}]`)
    expect(chunks[0]?.content).toContain('โปรโมชั่น: วันเกิด')
    expect(chunks.map(({ content }) => content).join('')).toContain('https://example.com/aaa')
  }
})
