import type { ComponentType } from 'react'
import { useRole } from 'shared/session'
import { Panel } from 'shared/ui/Panel/Panel.tsx'
import { useKnowledgeAddress } from '../address/use-knowledge-address.ts'
import { SegmentedChoice } from '../content/SegmentedChoice.tsx'
import { useIsPhone } from '../content/use-is-phone.ts'
import classes from '../forms/add-form.module.css'
import { GeneralForm } from './GeneralForm.tsx'
import { LazyImportForm, LazyPageForm } from './LazyForms.tsx'
import { PromotionForm } from './PromotionForm.tsx'

const KINDS: readonly { value: string; label: string; Form: ComponentType; forManagers?: boolean }[] = [
  { value: 'general', label: 'คำถาม-คำตอบทั่วไป', Form: GeneralForm },
  { value: 'promotion', label: 'โปรโมชั่น', Form: PromotionForm },
  { value: 'import', label: 'นำเข้าหลายรายการ', Form: LazyImportForm, forManagers: true },
  { value: 'page', label: 'จากหน้าเว็บ', Form: LazyPageForm, forManagers: true },
]

export function AddTab() {
  const { kind, replace } = useKnowledgeAddress()
  const isPhone = useIsPhone()
  const isManager = useRole() === 'BUSINESS'
  const kinds = KINDS.filter(({ forManagers }) => isManager || !forManagers)
  const chosen = kinds.find(({ value }) => value === kind) ?? kinds[0]
  if (chosen === undefined) return null
  return (
    <Panel className={classes.tab} aria-label="เพิ่มข้อมูล">
      <SegmentedChoice
        label="ประเภทข้อมูลที่จะเพิ่ม"
        options={kinds}
        value={chosen.value}
        onChange={(value) => replace({ kind: value })}
        fullWidth={isPhone}
        isGrid={isPhone && kinds.length > 2}
      />
      <chosen.Form key={chosen.value} />
    </Panel>
  )
}
