import { useLayoutEffect, useRef } from 'react'
import { useKnowledgeAddress } from '../address/use-knowledge-address.ts'
import { GeneralFields } from '../forms/GeneralFields.tsx'
import { LazyKnownQuestions } from '../forms/LazyKnownQuestions.tsx'
import { PersonalDataNote } from '../proposals/PersonalDataNote.tsx'
import { AddForm } from './AddForm.tsx'
import { changeGeneral, setAnswerStarted, useAddDrafts, useIsAnswerStarted } from './add-drafts.store.ts'

export function GeneralForm() {
  const { draft } = useAddDrafts().general
  const { openDialog } = useKnowledgeAddress()
  const answer = useRef<HTMLTextAreaElement>(null)
  const isBegun = useIsAnswerStarted()
  useLayoutEffect(() => {
    if (!isBegun) return
    setAnswerStarted(false)
    answer.current?.focus({ preventScroll: true })
    answer.current?.scrollIntoView({ block: 'center' })
  }, [isBegun])
  return (
    <AddForm kind="general" label="เพิ่มคำถาม-คำตอบทั่วไป">
      {(problems) => (
        <GeneralFields draft={draft} problems={problems} onChange={changeGeneral} answer={answer}>
          <PersonalDataNote text={draft.questions} />
          <LazyKnownQuestions draft={draft} onOpen={(entry) => openDialog({ entry })} />
        </GeneralFields>
      )}
    </AddForm>
  )
}
