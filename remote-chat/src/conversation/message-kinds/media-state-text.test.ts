import { MEDIA_REASONS } from 'shared/contract/messages/media-reasons.ts'
import { mockMedia, mockPending, mockRemovedMedia } from 'shared/testing/mock-kinds.ts'
import { expect, test } from 'vitest'
import { mediaStateText } from './media-state-text.ts'

test.each([
  ['being received', 'image', mockPending(), 'กำลังรับรูปจาก LINE...'],
  ['delayed', 'audio', { ...mockPending(), reason: 'token_refused' }, MEDIA_REASONS.token_refused],
  ['impossible to open', 'video', mockMedia(), 'เปิดวิดีโอไม่ได้'],
  ['without a preview', 'image', mockMedia({ reason: 'no_preview' }), MEDIA_REASONS.no_preview],
  ['gone', 'file', mockRemovedMedia('expired'), MEDIA_REASONS.expired],
  ['gone for an unknown reason', 'file', mockRemovedMedia('new'), 'เปิดไฟล์นี้ไม่ได้'],
  ['missing in the message', 'file', null, 'เปิดไฟล์ไม่ได้'],
] as const)('shows a text for media that is %s', (_, kind, media, words) => {
  expect(mediaStateText(kind, media)).toBe(words)
})
