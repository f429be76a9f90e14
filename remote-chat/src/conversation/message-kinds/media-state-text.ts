import { mediaReasonText } from 'shared/contract/messages/media-reasons.ts'
import type { Media } from 'shared/contract/messages/message-content.ts'

const NOUNS = { image: 'รูป', video: 'วิดีโอ', audio: 'เสียง', file: 'ไฟล์' } as const

export function mediaStateText(kind: keyof typeof NOUNS, media: Media | null): string {
  if (media?.state === 'pending')
    return media.reason === null ? `กำลังรับ${NOUNS[kind]}จาก LINE...` : mediaReasonText(media.reason)
  const isThere = media === null || media.state === 'ready'
  return isThere && !media?.reason ? `เปิด${NOUNS[kind]}ไม่ได้` : mediaReasonText(media?.reason ?? null)
}
