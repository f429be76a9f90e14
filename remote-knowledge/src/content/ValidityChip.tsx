import type { Validity } from 'shared/contract/knowledge/knowledge-entry.ts'
import { Chip, type ChipTone, useNow } from 'shared/ui'
import { type ValidityState, validityState, validityTexts } from './validity.ts'

const STYLES: Record<Exclude<ValidityState, 'always'>, { tone: ChipTone; words: string }> = {
  valid: { tone: 'care', words: 'มีผล' },
  'not-begun': { tone: 'new', words: 'ยังไม่เริ่ม' },
  over: { tone: 'closed', words: 'หมดอายุ' },
}

/** Chip that shows whether an entry is found now, and its validity period; renders nothing for an unlimited period. */
export function ValidityChip({ validity }: { validity: Validity }) {
  const state = validityState(validity, useNow())
  if (state === 'always') return null
  const { tone, words } = STYLES[state]
  return (
    <Chip tone={tone}>
      {words} {validityTexts(validity)}
    </Chip>
  )
}
