import type { Message } from '../contract/messages/message.ts'
import type { Media, MessageContent } from '../contract/messages/message-content.ts'
import { MockSlip, mockMessage } from './mock-tickets.ts'

/** URL of one second of audio that every test page can fetch. */
const MockVoice = import.meta.url.replace(/[^/]*$/, 'mock-voice.wav')

/** Returns media of a customer's message, ready by default. */
export function mockMedia(change: Partial<Media> = {}): Media {
  return {
    state: 'ready',
    reason: null,
    url: MockSlip,
    preview_url: MockSlip,
    content_type: 'image/svg+xml',
    bytes: 182_400,
    width: 1_080,
    height: 1_440,
    ...change,
  }
}

export const mockPending = () =>
  mockMedia({
    state: 'pending',
    url: null,
    preview_url: null,
    content_type: null,
    bytes: null,
    width: null,
    height: null,
  })

export const mockRemovedMedia = (reason: string) => ({ ...mockPending(), state: 'gone' as const, reason })

export function mockSetImage(id: string, index: number, total: number): MessageContent {
  return { kind: 'image', media: mockMedia(), set: { id, index, total } }
}

export const MockLongFileName =
  'ใบเสร็จรับเงินและหลักฐานการโอนเงินประจำเดือนพฤศจิกายน 2569 ฉบับแก้ไขครั้งที่ 3 (final).pdf'

type MockKind = [text: string, content: MessageContent, more?: Partial<Message>]

/** A realistic message of each kind that a customer can send. */
export const MockKinds = {
  text: [
    'ขอบคุณค่ะ (brown) @OA Desk ช่วยดูให้หน่อยนะคะ',
    {
      kind: 'text',
      emojis: [{ index: 10, length: 7, url: MockSlip }],
      mentions: [{ index: 18, length: 8, is_self: true }],
    },
  ],
  image: [
    '[รูปภาพ]',
    { kind: 'image', media: mockMedia(), set: null },
    { message_type: 'image', image_url: MockSlip },
  ],
  sticker: [
    '[สติกเกอร์]',
    { kind: 'sticker', image_url: MockSlip, keywords: ['ขอบคุณ', 'ยิ้ม', 'ดีใจ', 'ไหว้'], text: null },
  ],
  stickerInWords: [
    '[สติกเกอร์]',
    { kind: 'sticker', image_url: null, keywords: ['รีบ', 'โกรธ', 'ทวง', 'รอ'], text: 'เร็วๆ หน่อย' },
  ],
  video: [
    '[วิดีโอ]',
    {
      kind: 'video',
      media: mockMedia({ content_type: 'video/mp4', width: 1_920, height: 1_080 }),
      duration_ms: 12_000,
    },
  ],
  audio: [
    '[เสียง]',
    {
      kind: 'audio',
      media: mockMedia({
        url: MockVoice,
        preview_url: null,
        content_type: 'audio/wav',
        width: null,
        height: null,
      }),
      duration_ms: 12_400,
    },
  ],
  file: [
    `[ไฟล์] ${MockLongFileName}`,
    {
      kind: 'file',
      media: mockMedia({ preview_url: null, content_type: 'application/pdf', bytes: 1_288_490 }),
      file_name: MockLongFileName,
      bytes: 1_288_490,
    },
  ],
  location: [
    '[ตำแหน่ง] ธนาคารกสิกรไทย สาขาเซ็นทรัลเวิลด์',
    {
      kind: 'location',
      title: 'ธนาคารกสิกรไทย สาขาเซ็นทรัลเวิลด์ ชั้น 4',
      address: '999/9 ถนนพระรามที่ 1 แขวงปทุมวัน เขตปทุมวัน กรุงเทพมหานคร 10330',
      latitude: 13.7466,
      longitude: 100.5393,
    },
  ],
  postback: ['[กดปุ่ม] ติดต่อเจ้าหน้าที่', { kind: 'postback', label: 'ติดต่อเจ้าหน้าที่' }],
  unsent: ['ยกเลิกข้อความแล้ว', { kind: 'unsent' }],
  unknown: ['[ข้อความที่ยังแสดงไม่ได้]', { kind: 'unknown', type: 'hologram' }],
} as const satisfies Record<string, MockKind>

/** A conversation with every kind of message, half a minute apart. */
export function mockEveryKind(ticketId: string, firstSeq: number, now = Date.now()): Message[] {
  const texts: MockKind[] = Object.values(MockKinds)
  return texts.map(([text, content, more], index) =>
    mockMessage({
      ticket_id: ticketId,
      seq: firstSeq + index,
      text,
      content,
      event_time: new Date(now - (texts.length - index) * 30_000).toISOString(),
      ...more,
    }),
  )
}
