import { expect, test } from 'vitest'
import { findPersonalData, hidePersonalData } from './personal-data.ts'

test.each([
  ['โทร 081-234-5678 นะคะ', [{ kind: 'phone', text: '081-234-5678' }]],
  ['+66 81 234 5678', [{ kind: 'phone', text: '+66 81 234 5678' }]],
  ['0212345678', [{ kind: 'phone', text: '0212345678' }]],
  ['บัญชี 123-4-56789-0', [{ kind: 'account', text: '123-4-56789-0' }]],
  ['บัตร 1-2345-67890-12-3', [{ kind: 'id_card', text: '1-2345-67890-12-3' }]],
  ['4111 1111 1111 1111', [{ kind: 'account', text: '4111 1111 1111 1111' }]],
  ['ส่งที่ somchai.k@example.co.th', [{ kind: 'email', text: 'somchai.k@example.co.th' }]],
  [
    '0812345678\n0898765432',
    [
      { kind: 'phone', text: '0812345678' },
      { kind: 'phone', text: '0898765432' },
    ],
  ],
  [
    '1103700000000 081 234 5678',
    [
      { kind: 'id_card', text: '1103700000000' },
      { kind: 'phone', text: '081 234 5678' },
    ],
  ],
  [
    '123-4-56789-0 081-234-5678',
    [
      { kind: 'account', text: '123-4-56789-0' },
      { kind: 'phone', text: '081-234-5678' },
    ],
  ],
  [
    '4111 1111 1111 1111 0898765432',
    [
      { kind: 'account', text: '4111 1111 1111 1111' },
      { kind: 'phone', text: '0898765432' },
    ],
  ],
  ['ยอด 500\n0812345678', [{ kind: 'phone', text: '0812345678' }]],
  ['081-234\n5678', [{ kind: 'phone', text: '081-234\n5678' }]],
  ['(081) 234-5678', [{ kind: 'phone', text: '(081) 234-5678' }]],
  ['081.234.5678', [{ kind: 'phone', text: '081.234.5678' }]],
  ['081/234/5678', [{ kind: 'phone', text: '081/234/5678' }]],
  ['๐๘๑ ๒๓๔ ๕๖๗๘', [{ kind: 'phone', text: '๐๘๑ ๒๓๔ ๕๖๗๘' }]],
  ['０８１（２３４）５６７８', [{ kind: 'phone', text: '０８１（２３４）５６７８' }]],
  ['ฝากเมื่อ 25/11/2569 14.30 น. ยอด 1,000,000.00 บาท', []],
  ['100000\n200000', []],
  ['ฝากขั้นต่ำ 100 บาท ภายใน 10-15 นาที เปิด 08.00 - 22.00 น. วันที่ 25/11/2569', []],
])('finds the personal data in %s', (text, found) => {
  expect(findPersonalData(text)).toEqual(found)
})

test('hides personal data and leaves the rest unchanged', () => {
  expect(hidePersonalData('โทร 081-234-5678 ถอนเงิน 500 บาท')).toBe('โทร ***-***-**** ถอนเงิน 500 บาท')
  expect(hidePersonalData('a@b.co')).not.toContain('a@')
})

test.each([
  '0812345678\n0898765432',
  '0812345678 0898765432',
  '0812345678,0898765432',
  '0812345678/0898765432/0212345678',
  '1103700000000 0812345678',
  '123-4-56789-0 081-234-5678',
  '(081) 234-5678',
  '[081] 234 . 5678',
  '081/234/5678',
  '081–234–5678',
  '081,234,5678',
  '๐๘๑๒๓๔๕๖๗๘',
  '๐๘๑-๒๓๔-๕๖๗๘',
  '０８１２３４５６７８',
  '081\u200b234\u200b5678',
  '0️⃣8️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣8️⃣',
  '081-234\n5678',
  '0812\n3456\n78',
  '9'.repeat(40),
  '0812345678@example.com',
])('hides all digits of %j', (text) => {
  expect(hidePersonalData(`เบอร์ ${text} ค่ะ`)).toBe(
    `เบอร์ ${text.replace(/\p{Nd}/gu, '*').replace('@example.com', '@*******.***')} ค่ะ`,
  )
})

test.each([
  'ฝากขั้นต่ำ 100 บาท ภายใน 10-15 นาที เปิด 08.00 - 22.00 น. วันที่ 25/11/2569',
  'ยอด 1,000,000.00 บาท',
  'ฝาก 5,000, 10,000, 20,000 ได้ไหม',
])('numbers that are not personal data remain unchanged: %s', (text) => {
  expect(hidePersonalData(text)).toBe(text)
})
