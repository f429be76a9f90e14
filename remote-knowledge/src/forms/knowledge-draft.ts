import { KNOWLEDGE_TEXT_MAX, PROPOSAL_MAX_LENGTH, PROPOSAL_MAX_QUESTIONS } from 'shared/contract/constants.ts'
import type { Validity } from 'shared/contract/knowledge/knowledge-entry.ts'
import {
  type KnowledgeContent,
  questionsOf,
  readKnowledgeText,
  separateImages,
  writeGeneral,
  writePromotion,
} from 'shared/contract/knowledge/knowledge-text.ts'
import { serverNow } from 'shared/session'
import { formatCount } from '../content/format-count.ts'
import { isImageLink } from '../content/image-link.ts'

export const RESPONSE_TYPES = [
  { value: 'text', label: 'ข้อความ' },
  { value: 'image', label: 'รูปภาพ' },
  { value: 'both', label: 'ข้อความ + รูปภาพ' },
] as const
type ResponseType = (typeof RESPONSE_TYPES)[number]['value']

export interface GeneralDraft {
  kind: 'general'
  /** Questions, one per line. */
  questions: string
  answer: string
}

export interface PromotionDraft {
  kind: 'promotion'
  name: string
  responseType: ResponseType
  /** Text of the response. While the response is only an image, the draft keeps the text, but the entry omits it. */
  text: string
  /** Image of the response. While the response is only text, the draft keeps the image, but the entry omits it. */
  imageUrl: string
}

/** Draft of an entry that is neither a question nor a promotion, for example text from a web page. */
interface PlainDraft {
  kind: 'plain'
  text: string
}

export type ContentDraft = GeneralDraft | PromotionDraft | PlainDraft

export const EMPTY_GENERAL: GeneralDraft = { kind: 'general', questions: '', answer: '' }
export const EMPTY_PROMOTION: PromotionDraft = {
  kind: 'promotion',
  name: '',
  responseType: 'text',
  text: '',
  imageUrl: '',
}
export const NO_PERIOD: Validity = { valid_from: null, valid_until: null }

export type Problems = Partial<
  Record<'questions' | 'answer' | 'name' | 'text' | 'imageUrl' | 'period', string>
>

const tooLongText = (length: number) => `ข้อความยาวเกิน ${formatCount(length)} ตัวอักษร`
const TOO_LONG = `${tooLongText(KNOWLEDGE_TEXT_MAX)} กรุณาแบ่งเป็นหลายรายการ`
const INVALID_LINK = 'ลิงก์รูปภาพไม่ถูกต้อง ต้องขึ้นต้นด้วย http:// หรือ https://'

const isEmpty = (text: string) => text.trim() === ''

export function problemsOf(draft: ContentDraft, { valid_from, valid_until }: Validity): Problems {
  const problems = contentProblems(draft)
  if (valid_from !== null && valid_until !== null && Date.parse(valid_from) >= Date.parse(valid_until))
    problems.period = 'วันสิ้นสุดต้องไม่อยู่ก่อนวันเริ่ม'
  if (Object.keys(problems).length === 0 && textOf(draft).length > KNOWLEDGE_TEXT_MAX)
    problems[draft.kind === 'general' ? 'answer' : 'text'] = TOO_LONG
  if (Object.keys(problems).length === 0 && !separateImages(textOf(draft)).images.every(isSendable))
    problems[draft.kind === 'general' ? 'answer' : 'text'] = INVALID_LINK
  return problems
}

/** Validates a new entry. Unlike an existing entry, it must not be expired. */
export function addProblems({ draft, period }: EntryInput): Problems {
  const problems = problemsOf(draft, period)
  if (period.valid_until !== null && Date.parse(period.valid_until) <= serverNow())
    problems.period ??= 'วันสิ้นสุดผ่านไปแล้ว กรุณาเลือกวันใหม่'
  return problems
}

/** Validates a proposal, whose limits are lower than those of the knowledge base. */
export function proposalProblems(draft: GeneralDraft): Problems {
  const problems = contentProblems(draft)
  const isLong = (text: string) => text.length > PROPOSAL_MAX_LENGTH
  if (questionsOf(draft.questions).length > PROPOSAL_MAX_QUESTIONS)
    problems.questions = `เสนอได้ครั้งละไม่เกิน ${PROPOSAL_MAX_QUESTIONS} คำถาม`
  if (isLong(draft.questions)) problems.questions = tooLongText(PROPOSAL_MAX_LENGTH)
  if (isLong(draft.answer)) problems.answer = tooLongText(PROPOSAL_MAX_LENGTH)
  return problems
}

/** Accepts `/p/` too, which is the path of an uploaded image. */
const isSendable = (link: string) => isImageLink(link) || link.startsWith('/p/')

function contentProblems(draft: ContentDraft): Problems {
  const problems: Problems = {}
  if (draft.kind === 'plain') {
    if (isEmpty(draft.text)) problems.text = 'กรุณากรอกข้อความ'
  } else if (draft.kind === 'general') {
    if (questionsOf(draft.questions).length === 0) problems.questions = 'กรุณากรอกคำถามอย่างน้อย 1 ข้อ'
    if (isEmpty(draft.answer)) problems.answer = 'กรุณากรอกคำตอบ'
  } else {
    if (isEmpty(draft.name)) problems.name = 'กรุณากรอกชื่อโปรโมชั่น'
    if (hasText(draft) && isEmpty(draft.text)) problems.text = 'กรุณากรอกข้อความโปรโมชั่น'
    if (hasImage(draft)) {
      if (isEmpty(draft.imageUrl)) problems.imageUrl = 'กรุณากรอกลิงก์รูปภาพ'
      else if (!isImageLink(draft.imageUrl)) problems.imageUrl = INVALID_LINK
    }
  }
  return problems
}

export const hasText = ({ responseType }: PromotionDraft) => responseType !== 'image'
export const hasImage = ({ responseType }: PromotionDraft) => responseType !== 'text'

export function textOf(draft: ContentDraft): string {
  if (draft.kind === 'plain') return draft.text.trim()
  if (draft.kind === 'general')
    return writeGeneral({ questions: questionsOf(draft.questions), answer: draft.answer })
  return writePromotion({
    name: draft.name,
    text: hasText(draft) ? draft.text : '',
    // Escapes a bracket, which would end the image line.
    images: hasImage(draft) ? [draft.imageUrl.trim().replaceAll(']', '%5D').replaceAll('[', '%5B')] : [],
  })
}

/** Returns the draft of a stored text. Uses plain text if fields would lose content, such as a second image. */
export function draftOf(text: string): ContentDraft {
  const content = readKnowledgeText(text)
  const draft = fieldsOf(content)
  return JSON.stringify(readKnowledgeText(textOf(draft))) === JSON.stringify(content)
    ? draft
    : { kind: 'plain', text }
}

function fieldsOf(content: KnowledgeContent): ContentDraft {
  if (content.kind === 'plain') return content
  if (content.kind === 'general')
    return { kind: 'general', questions: content.questions.join('\n'), answer: content.answer }
  const { name, text, images } = content
  const responseType = images.length === 0 ? 'text' : text === '' ? 'image' : 'both'
  return { kind: 'promotion', name, responseType, text, imageUrl: images[0] ?? '' }
}

const isSameDraft = (one: ContentDraft, other: ContentDraft) => JSON.stringify(one) === JSON.stringify(other)
const isSamePeriod = (one: Validity, other: Validity) =>
  one.valid_from === other.valid_from && one.valid_until === other.valid_until

export interface EntryInput<Draft extends ContentDraft = ContentDraft> {
  draft: Draft
  period: Validity
}

export const isSameInput = (one: EntryInput, other: EntryInput) =>
  isSameDraft(one.draft, other.draft) && isSamePeriod(one.period, other.period)
