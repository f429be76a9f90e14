import type { ReactNode, Ref } from 'react'
import { TextArea } from 'shared/ui'
import type { GeneralDraft, Problems } from './knowledge-draft.ts'

export interface GeneralFieldsProps {
  draft: GeneralDraft
  problems: Problems
  onChange: (draft: GeneralDraft) => void
  answer?: Ref<HTMLTextAreaElement>
  children?: ReactNode
}

export function GeneralFields({ draft, problems, onChange, answer, children }: GeneralFieldsProps) {
  return (
    <>
      <TextArea
        label="คำถามตัวอย่าง"
        description="บรรทัดละ 1 คำถาม เขียนอย่างที่ลูกค้าถามได้หลายแบบ"
        placeholder={'ถอนเงินใช้เวลากี่นาที\nถอนแล้วเงินยังไม่เข้า'}
        withAsterisk
        autosize
        minRows={3}
        maxRows={10}
        value={draft.questions}
        error={problems.questions}
        onChange={(event) => onChange({ ...draft, questions: event.currentTarget.value })}
      />
      {children}
      <TextArea
        ref={answer}
        label="คำตอบ"
        withAsterisk
        autosize
        minRows={5}
        maxRows={16}
        value={draft.answer}
        error={problems.answer}
        onChange={(event) => onChange({ ...draft, answer: event.currentTarget.value })}
      />
    </>
  )
}
