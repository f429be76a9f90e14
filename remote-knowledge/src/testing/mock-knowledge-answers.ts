import { KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'
import type { OpenQuestion } from 'shared/contract/knowledge/open-questions.call.ts'
import type { KnowledgeProposal } from 'shared/contract/knowledge/proposal.ts'
import type { SuggestedAnswer } from 'shared/contract/knowledge/suggest-answers.call.ts'

export const MockTicket = '5f1f5a3c-2a0b-4c9e-8d52-0000000000c1'

export const MockTextAnswer: SuggestedAnswer = {
  entry_id: '5f1f5a3c-2a0b-4c9e-8d52-000000000001',
  source: KNOWLEDGE_SOURCES.general,
  url: 'https://shop.example.com/withdraw',
  title: 'ถอนเงินกี่นาที',
  text: 'ไม่เกิน 10 นาที',
  image_url: null,
  matched: ['ถอนเงิน', 'นาที'],
  is_close: true,
}

export const MockImageAnswer: SuggestedAnswer = {
  entry_id: '5f1f5a3c-2a0b-4c9e-8d52-000000000002',
  source: KNOWLEDGE_SOURCES.promotion,
  url: null,
  title: 'โบนัสวันเกิด',
  text: null,
  image_url: 'https://media.example.com/p/birthday.png',
  matched: [],
  is_close: false,
}

export const MockOpenQuestion: OpenQuestion = {
  id: '5f1f5a3c-2a0b-4c9e-8d52-0000000000d1',
  asked: 7,
  last_asked_at: '2026-11-23T02:05:00.000Z',
  questions: ['เปิดกี่โมงคะ', 'ร้านเปิดกี่โมง'],
  ticket_id: MockTicket,
  message_id: '5f1f5a3c-2a0b-4c9e-8d52-0000000000e1',
}

export const MockProposal: KnowledgeProposal = {
  id: '5f1f5a3c-2a0b-4c9e-8d52-0000000000b1',
  ticket_id: MockTicket,
  channel: { key: 'main', name: 'OA หลัก' },
  questions: 'ถอนขั้นต่ำเท่าไหร่',
  answer: '100 บาท',
  status: 'pending',
  proposed_by: {
    id: '5f1f5a3c-2a0b-4c9e-8d52-0000000000aa',
    line_user_id: 'Uaa',
    display_name: 'นภัสสร วงศ์ไทย',
    full_name: null,
    username: null,
    avatar_url: null,
  },
  proposed_at: '2026-11-23T02:05:00.000Z',
  decided_by: null,
  decided_at: null,
  reason: null,
  entry_id: null,
}
