import { expect, test } from 'vitest'
import { imageLinkProblem } from './image-link.ts'

test.each([
  ['https://ex.com/a.jpg', null],
  [' HTTP://ex.com/a%20b.jpg ', null],
  ['ftp://ex.com/a.jpg', /ต้องขึ้นต้นด้วย http:\/\/ หรือ https:\/\//],
  ['https://ex.com/a b.jpg', /มีช่องว่างไม่ได้/],
  ['https://', /^ลิงก์รูปภาพไม่ถูกต้อง$/],
  [`https://ex.com/${'a'.repeat(1_985)}`, null],
  [`https://ex.com/${'a'.repeat(1_986)}`, /ยาวเกิน 2,000 ตัวอักษร/],
  // Each of these Thai characters becomes nine characters when it is percent-encoded.
  [`https://ex.com/${'ก'.repeat(300)}`, /ยาวเกิน 2,000 ตัวอักษร/],
])('reports the problem of an image URL: %s', (link, problem) => {
  if (problem === null) expect(imageLinkProblem(link)).toBeNull()
  else expect(imageLinkProblem(link)).toMatch(problem)
})
