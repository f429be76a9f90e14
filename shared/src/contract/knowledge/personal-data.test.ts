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
  ['ฝากขั้นต่ำ 100 บาท ภายใน 10-15 นาที เปิด 08.00 - 22.00 น. วันที่ 25/11/2569', []],
])('%s', (text, found) => {
  expect(findPersonalData(text)).toEqual(found)
})

test('what was found can be made unreadable, and the rest stays', () => {
  expect(hidePersonalData('โทร 081-234-5678 ถอนเงิน 500 บาท')).toBe('โทร ***-***-**** ถอนเงิน 500 บาท')
  expect(hidePersonalData('a@b.co')).not.toContain('a@')
})
