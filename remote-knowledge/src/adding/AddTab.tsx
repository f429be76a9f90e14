import type { ComponentType } from 'react'
import { useKnowledgeAddress } from '../address/use-knowledge-address.ts'
import { Choice } from '../content/Choice.tsx'
import panel from '../content/Panel.module.css'
import { useIsPhone } from '../content/use-is-phone.ts'
import classes from './AddTab.module.css'
import { GeneralForm } from './GeneralForm.tsx'
import { PromotionForm } from './PromotionForm.tsx'

/** What can be added, in this order; the address says which (`?kind=`). */
const KINDS: readonly { value: string; label: string; Form: ComponentType }[] = [
  { value: 'general', label: 'คำถาม-คำตอบทั่วไป', Form: GeneralForm },
  { value: 'promotion', label: 'โปรโมชั่น', Form: PromotionForm },
]

/** Adds to the knowledge base: a general question with its answer, or a promotion. */
export function AddTab() {
  const { kind, replace } = useKnowledgeAddress()
  const isPhone = useIsPhone()
  const chosen = KINDS.find(({ value }) => value === kind) ?? KINDS[0]
  if (chosen === undefined) return null
  return (
    <section className={`${panel.panel} ${classes.tab}`} aria-label="เพิ่มข้อมูล">
      <Choice
        label="ประเภทข้อมูลที่จะเพิ่ม"
        options={KINDS}
        value={chosen.value}
        onChange={(value) => replace({ kind: value })}
        fullWidth={isPhone}
      />
      <chosen.Form key={chosen.value} />
    </section>
  )
}
