import type { Validity } from 'shared/contract/knowledge/knowledge-entry.ts'
import { questionsOf } from 'shared/contract/knowledge/knowledge-text.ts'
import {
  EMPTY_GENERAL,
  EMPTY_PROMOTION,
  type EntryInput,
  type GeneralDraft,
  NO_PERIOD,
  type PromotionDraft,
} from '../forms/knowledge-draft.ts'
import { userStore } from '../forms/unsaved-input-store.ts'

/** Drafts of new entries. They survive a change of tab or page and an expired session. */
export interface AddDrafts {
  general: EntryInput<GeneralDraft>
  promotion: EntryInput<PromotionDraft>
}

const EMPTY: AddDrafts = {
  general: { draft: EMPTY_GENERAL, period: NO_PERIOD },
  promotion: { draft: EMPTY_PROMOTION, period: NO_PERIOD },
}

const drafts = userStore(EMPTY, { storedAs: 'add' })

export const useAddDrafts = drafts.useValue

export const readAddDrafts = drafts.read

const begun = userStore(false)
export const useIsAnswerStarted = begun.useValue

export const setAnswerStarted = (is: boolean): void => begun.set(is)

/** Fills the form with the questions. `isRetained` keeps the draft and appends the questions, without duplicates. */
export function addQuestionsToDraft(questions: readonly string[], isRetained: boolean): void {
  const { draft } = drafts.read().general
  const lines = new Set([...(isRetained ? questionsOf(draft.questions) : []), ...questions])
  changeGeneral({ ...draft, questions: [...lines].join('\n'), answer: isRetained ? draft.answer : '' })
  setAnswerStarted(true)
}

/** Returns true when the draft is not empty and lacks at least one of the questions. */
export function hasOtherContent(questions: readonly string[]): boolean {
  const { draft } = drafts.read().general
  const written = questionsOf(draft.questions)
  if (written.length === 0) return draft.answer.trim() !== ''
  return !questions.every((question) => written.includes(question))
}

export function changeGeneral(draft: GeneralDraft): void {
  const now = drafts.read()
  drafts.set({ ...now, general: { ...now.general, draft } })
}

export function changePromotion(change: (draft: PromotionDraft) => PromotionDraft): void {
  const now = drafts.read()
  drafts.set({ ...now, promotion: { ...now.promotion, draft: change(now.promotion.draft) } })
}

export function changePromotionPeriod(period: Validity): void {
  const now = drafts.read()
  drafts.set({ ...now, promotion: { ...now.promotion, period } })
}

export function resetForm(kind: keyof AddDrafts, written: EntryInput): void {
  const now = drafts.read()
  if (now[kind] === written) drafts.set({ ...now, [kind]: EMPTY[kind] })
}

/** Last suggested name, to distinguish it from a name that the user typed. */
let suggestedName = ''

/** Fills the promotion form. Returns true if the form keeps text that the user typed. */
export function beginPromotion({ image, name }: { image: string; name: string | null }): boolean {
  const { draft } = drafts.read().promotion
  const isNameTyped = ![suggestedName, ''].includes(draft.name.trim())
  const isTextTyped = draft.text.trim() !== ''
  suggestedName = name?.trim() ?? ''
  changePromotion((now) => ({
    ...now,
    imageUrl: image,
    name: isNameTyped ? now.name : suggestedName,
    responseType: isTextTyped ? 'both' : 'image',
  }))
  return isNameTyped || isTextTyped
}
