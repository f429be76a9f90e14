import { GeneralFields } from '../forms/GeneralFields.tsx'
import { AddForm } from './AddForm.tsx'
import { changeGeneral, useAddDrafts } from './add-drafts.store.ts'

/** Adds questions with their answer. */
export function GeneralForm() {
  const { draft } = useAddDrafts().general
  return (
    <AddForm kind="general" label="เพิ่มคำถาม-คำตอบทั่วไป">
      {(problems) => <GeneralFields draft={draft} problems={problems} onChange={changeGeneral} />}
    </AddForm>
  )
}
