import type { Validity } from 'shared/contract/knowledge/knowledge-entry.ts'
import { Chip, type ChipTone, useNow } from 'shared/ui'
import { type ValidityState, validityState, validityTexts } from './validity.ts'

const STYLES: Record<Exclude<ValidityState, 'always'>, { tone: ChipTone; text: string }> = {
  valid: { tone: 'care', text: 'มีผล' },
  'not-begun': { tone: 'new', text: 'ยังไม่เริ่ม' },
  over: { tone: 'closed', text: 'หมดอายุ' },
}

export function ValidityChip({ validity }: { validity: Validity }) {
  const state = validityState(validity, useNow())
  if (state === 'always') return null
  const { tone, text } = STYLES[state]
  return (
    <Chip tone={tone}>
      {text} {validityTexts(validity)}
    </Chip>
  )
}
