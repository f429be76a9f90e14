import { KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'
import type {
  ImportPreview,
  ImportProgress,
  ImportState,
} from 'shared/contract/knowledge/import-entries.call.ts'
import type { KnowledgeEntry } from 'shared/contract/knowledge/knowledge-entry.ts'
import type { KnowledgeLog } from 'shared/contract/knowledge/knowledge-logs.call.ts'
import { writeGeneral, writePromotion } from 'shared/contract/knowledge/knowledge-text.ts'
import type { KnowledgePage } from 'shared/contract/knowledge/pages.call.ts'

const { general, promotion } = KNOWLEDGE_SOURCES

export const MockSources = [
  { source: general, chunks: 1_204, last_ingested_at: '2026-11-23T02:05:00.000Z' },
  { source: promotion, chunks: 8, last_ingested_at: '2026-11-20T10:00:00.000Z' },
]

const editor = {
  id: '5f1f5a3c-2a0b-4c9e-8d52-0000000000aa',
  line_user_id: 'Uaa',
  display_name: 'นภัสสร วงศ์ไทย',
  full_name: null,
  username: null,
  avatar_url: null,
}

const ENTRY = {
  source: general,
  version: 1,
  valid_from: null,
  valid_until: null,
  created_at: '2026-11-20T02:00:00.000Z',
  updated_at: '2026-11-23T02:05:00.000Z',
  updated_by: editor,
}

export const MockQuestion: KnowledgeEntry = {
  ...ENTRY,
  id: '5f1f5a3c-2a0b-4c9e-8d52-000000000001',
  text: writeGeneral({ questions: ['ถอนเงินกี่นาที', 'ถอนแล้วไม่เข้า'], answer: 'ไม่เกิน 10 นาที' }),
}

export const MockPromotion: KnowledgeEntry = {
  ...ENTRY,
  id: '5f1f5a3c-2a0b-4c9e-8d52-000000000002',
  source: promotion,
  text: writePromotion({
    name: 'ฝากครั้งแรกรับ 20%',
    text: 'ฝากขั้นต่ำ 100 บาท',
    images: ['https://media.example.com/p/first.png'],
  }),
  valid_until: '2020-12-31T16:59:59.999Z',
}

export const mockLog = (change: Partial<KnowledgeLog> = {}): KnowledgeLog => ({
  id: '5f1f5a3c-2a0b-4c9e-8d52-0000000000f1',
  source: general,
  origin: 'manual',
  inserted: 1,
  replaced: false,
  at: '2026-11-23T02:05:00.000Z',
  action: 'edit',
  staff: editor,
  proposed_by: null,
  ...change,
})

/** Returns `count` history records. A full page has ten. */
export const mockLogs = (count: number): KnowledgeLog[] =>
  Array.from({ length: count }, (_, at) =>
    mockLog({ id: `5f1f5a3c-2a0b-4c9e-8d52-0000000001${String(at).padStart(2, '0')}` }),
  )

export const MockChanges = {
  log: mockLog(),
  items: [
    {
      entry_id: MockQuestion.id,
      before: { text: MockQuestion.text, valid_from: null, valid_until: null },
      after: { text: MockQuestion.text.replace('10', '15'), valid_from: null, valid_until: null },
    },
  ],
  total: 1,
  can_undo: true,
}

export const MockPage: KnowledgePage = {
  id: '5f1f5a3c-2a0b-4c9e-8d52-000000000003',
  source: general,
  url: 'https://shop.example.com/returns',
  title: 'การคืนสินค้า',
  read_at: '2026-11-24T02:05:00.000Z',
  updated_at: '2026-11-20T02:05:00.000Z',
}

const mockText = (question: string) => writeGeneral({ questions: [question], answer: 'คำตอบใหม่' })

export const MockPreview: ImportPreview = {
  problem: null,
  rows: [
    { row: 2, state: 'new', reason: null, text: mockText('ฝากเงิน'), before: null },
    { row: 3, state: 'changed', reason: null, text: mockText('ถอนเงิน'), before: MockQuestion.text },
    { row: 4, state: 'known', reason: null, text: mockText('โบนัส'), before: null },
    { row: 5, state: 'refused', reason: 'no_answer', text: 'คำถาม: ลืมรหัสผ่าน', before: null },
  ],
  unknown_headings: null,
  counts: { new: 1, changed: 1, known: 1, refused: 1, removed: 0 },
  entries_now: 40,
  entries_then: 41,
  digest: 'a'.repeat(64),
}

export const mockImport = (progress: Partial<ImportProgress> = {}): ImportState => ({
  log: mockLog({ action: 'import' }),
  counts: MockPreview.counts,
  progress: {
    id: '5f1f5a3c-2a0b-4c9e-8d52-000000000009',
    state: 'running',
    done: 0,
    total: 2,
    skipped: 0,
    ...progress,
  },
})
