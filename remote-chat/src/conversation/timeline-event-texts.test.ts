import { MockAgent, MockManager } from 'shared/testing/mock-profile.ts'
import { mockTimelineEvent, staffMemberOf } from 'shared/testing/mock-tickets.ts'
import { expect, test } from 'vitest'
import { threadEventsOf } from './timeline-event-texts.ts'

const [a, b] = [MockAgent, MockManager].map((each, index) => ({
  ...staffMemberOf(each),
  display_name: index === 0 ? 'เอ' : 'บี',
}))
const c = { ...staffMemberOf(MockAgent), id: 'c', display_name: 'ซี' }

test.each([
  ['accepted', { staff: a }, 'เอ รับเคสแล้ว'],
  ['transferred', { staff: a, from: a, to: b }, 'เอ โอนเคสให้ บี'],
  ['transferred', { staff: b, from: a, to: b }, 'บี รับช่วงต่อจาก เอ'],
  ['transferred', { staff: c, from: a, to: b }, 'ซี โอนเคสของ เอ ให้ บี'],
  ['returned', { staff: a, from: a }, 'เอ คืนเคสเข้าคิว'],
  ['returned', { staff: c, from: a }, 'ซี คืนเคสของ เอ เข้าคิว'],
  [
    'subject_changed',
    { staff: a, subject: { from: 'อื่นๆ', to: 'ถอนเงินช้า' } },
    'เอ แก้ประเภทปัญหาจาก “อื่นๆ” เป็น “ถอนเงินช้า”',
  ],
  ['subject_changed', { staff: a }, 'เอ แก้ประเภทปัญหา'],
  ['closed', { staff: a }, 'ปิดเคสโดย เอ'],
  ['closed', { staff: null }, 'ปิดเคสโดย เพื่อนร่วมทีม'],
] as const)('formats the timeline event %s (%#): %o', (kind, who, words) => {
  const [event] = threadEventsOf([
    mockTimelineEvent({ ticket_id: 't', id: 'x', kind, after_seq: 4, text: 'พัก', ...who }),
  ])
  expect(event).toMatchObject({ key: 'x', text: words, afterSeq: 4, reason: 'พัก' })
})

test('ignores timeline events of an unknown kind', () => {
  for (const kind of ['of-later-servers', 'toString'])
    expect(threadEventsOf([mockTimelineEvent({ ticket_id: 't', kind })])).toEqual([])
})
