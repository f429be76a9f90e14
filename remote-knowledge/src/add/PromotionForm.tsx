import { useKnowledgeAddress } from '../address/use-knowledge-address.ts'
import { LazyKnownQuestions } from '../forms/LazyKnownQuestions.tsx'
import { LazyPeriodFields } from '../forms/LazyPeriodFields.tsx'
import { PromotionFields } from '../forms/PromotionFields.tsx'
import { AddForm } from './AddForm.tsx'
import { changePromotion, changePromotionPeriod, useAddDrafts } from './add-drafts.store.ts'

export function PromotionForm() {
  const { draft, period } = useAddDrafts().promotion
  const { openDialog } = useKnowledgeAddress()
  return (
    <AddForm kind="promotion" label="เพิ่มโปรโมชั่น">
      {(problems) => (
        <>
          <PromotionFields form="promotion" draft={draft} problems={problems} onChange={changePromotion}>
            <LazyKnownQuestions draft={draft} onOpen={(entry) => openDialog({ entry })} />
          </PromotionFields>
          <LazyPeriodFields
            isNew
            period={period}
            problem={problems.period}
            onChange={changePromotionPeriod}
          />
        </>
      )}
    </AddForm>
  )
}
