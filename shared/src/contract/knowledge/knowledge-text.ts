/** Text formats of the specification: question and answer, or title and content with lines `[IMAGE:url]`. */

export const QUESTION = 'คำถาม:'
export const ANSWER = 'คำตอบ:'
export const PROMOTION = 'โปรโมชั่น:'
export const DETAIL = 'รายละเอียด:'
/** Matches a line with an image URL. The URL contains no blanks and no brackets. */
const IMAGE_LINE = /^\[IMAGE:([^\]\s]+)\][^\S\n]*$/gm

export interface QuestionsAndAnswer {
  /** At least one question, each on its own line. */
  questions: readonly string[]
  answer: string
}

export interface PromotionContent {
  name: string
  text: string
  images: readonly string[]
}

export type KnowledgeContent =
  | ({ kind: 'general' } & QuestionsAndAnswer)
  | ({ kind: 'promotion' } & PromotionContent)
  | { kind: 'plain'; text: string }

/** Returns the questions in a text that has one question per line. */
export function questionsOf(lines: string): string[] {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

export function writeGeneral({ questions, answer }: QuestionsAndAnswer): string {
  return [...questions.map((question) => `${QUESTION} ${question}`), `${ANSWER} ${answer.trim()}`].join('\n')
}

export function writePromotion({ name, text, images }: PromotionContent): string {
  const lines = [`${PROMOTION} ${name.trim()}`]
  if (text.trim() !== '') lines.push(`${DETAIL} ${text.trim()}`)
  return [...lines, ...images.map((url) => `[IMAGE:${url.trim()}]`)].join('\n')
}

/** Parses a text. A text in neither format is returned as `plain`. */
export function readKnowledgeText(text: string): KnowledgeContent {
  const lines = text.trim().split('\n')
  if (lines[0]?.startsWith(QUESTION)) return readGeneral(lines) ?? { kind: 'plain', text }
  if (lines[0]?.startsWith(PROMOTION)) return readPromotion(lines)
  return { kind: 'plain', text }
}

function readGeneral(lines: readonly string[]): KnowledgeContent | undefined {
  const begins = lines.findIndex((line) => line.startsWith(ANSWER))
  if (begins < 1) return undefined
  const questions = lines.slice(0, begins)
  if (!questions.every((line) => line.startsWith(QUESTION))) return undefined
  return {
    kind: 'general',
    questions: questions.map((line) => line.slice(QUESTION.length).trim()),
    answer: afterLabel(lines.slice(begins), ANSWER),
  }
}

function readPromotion(lines: readonly string[]): KnowledgeContent {
  const [first = '', ...rest] = lines
  const { words, images } = separateImages(rest.join('\n'))
  return {
    kind: 'promotion',
    name: first.slice(PROMOTION.length).trim(),
    text: words.startsWith(DETAIL) ? words.slice(DETAIL.length).trim() : words,
    images,
  }
}

function afterLabel(lines: readonly string[], label: string): string {
  return lines.join('\n').slice(label.length).trim()
}

export function separateImages(text: string): { words: string; images: string[] } {
  const images = [...text.matchAll(IMAGE_LINE)].map(([, url = '']) => url)
  return {
    words: text
      .replace(IMAGE_LINE, '')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
    images,
  }
}
