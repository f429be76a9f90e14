import { useSyncExternalStore } from 'react'
import type { Validity } from 'shared/contract/knowledge/knowledge-entry.ts'
import {
  EMPTY_GENERAL,
  EMPTY_PROMOTION,
  type GeneralDraft,
  NO_PERIOD,
  type PromotionDraft,
  type Written,
} from '../forms/knowledge-draft.ts'
import { onOtherPerson } from '../forms/on-other-person.ts'

/** What is written into the forms of the first tab. It outlives the tab and the page, not the session. */
export interface AddDrafts {
  general: Written<GeneralDraft>
  promotion: Written<PromotionDraft>
}

const EMPTY: AddDrafts = {
  general: { draft: EMPTY_GENERAL, period: NO_PERIOD },
  promotion: { draft: EMPTY_PROMOTION, period: NO_PERIOD },
}

let drafts = EMPTY
const listeners = new Set<() => void>()

function set(next: AddDrafts): void {
  drafts = next
  for (const listener of [...listeners]) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

onOtherPerson(() => set(EMPTY))

export const useAddDrafts = (): AddDrafts => useSyncExternalStore(subscribe, () => drafts)

export const readAddDrafts = (): AddDrafts => drafts

export function changeGeneral(draft: GeneralDraft): void {
  set({ ...drafts, general: { ...drafts.general, draft } })
}

export function changePromotion(change: (draft: PromotionDraft) => PromotionDraft): void {
  set({ ...drafts, promotion: { ...drafts.promotion, draft: change(drafts.promotion.draft) } })
}

export function changePromotionPeriod(period: Validity): void {
  set({ ...drafts, promotion: { ...drafts.promotion, period } })
}

/** Empties a form, unless something else has been written into it since. */
export function resetForm(kind: keyof AddDrafts, written: Written): void {
  if (drafts[kind] === written) set({ ...drafts, [kind]: EMPTY[kind] })
}

/** Begins a promotion of a picture that was uploaded elsewhere; what is written already stays. */
export function beginPromotion({ image, name }: { image: string; name: string | null }): void {
  changePromotion((now) => ({
    ...now,
    imageUrl: image,
    name: now.name.trim() === '' ? (name ?? '') : now.name,
    responseType: now.text.trim() === '' ? 'image' : 'both',
  }))
}
