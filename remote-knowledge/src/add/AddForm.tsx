import { type ReactNode, useRef, useState } from 'react'
import { Button } from 'shared/ui'
import content from '../content/content.module.css'
import classes from '../forms/add-form.module.css'
import { focusFirst, focusInvalidField } from '../forms/focus-invalid-field.ts'
import { isUploading, useImageUpload } from '../forms/image-uploads.store.ts'
import { addProblems, type Problems } from '../forms/knowledge-draft.ts'
import { type AddDrafts, readAddDrafts, useAddDrafts } from './add-drafts.store.ts'
import { ExistingTextNote } from './ExistingTextNote.tsx'
import { useAddKnowledge } from './use-add-knowledge.ts'

export interface AddFormProps {
  kind: keyof AddDrafts
  label: string
  children: (problems: Problems) => ReactNode
}

export function AddForm({ kind, label, children }: AddFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const written = useAddDrafts()[kind]
  const [isTried, setTried] = useState(false)
  const { add, isAdding, known } = useAddKnowledge(kind, () => focusFirst(form.current))
  const isWaiting = (useImageUpload(kind)?.percent ?? null) !== null
  const problems = addProblems(written)
  return (
    <form
      ref={form}
      className={classes.form}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isUploading(kind) || isAdding) return
        const isWrong = Object.keys(addProblems(readAddDrafts()[kind])).length > 0
        setTried(isWrong)
        if (isWrong) focusInvalidField(form.current)
        else add()
      }}
    >
      {children(isTried ? problems : {})}
      {known === null ? null : <ExistingTextNote known={known} />}
      <div className={classes.end}>
        <p className={content.hint} role="status">
          {isWaiting ? 'กำลังอัปโหลดรูป เพิ่มได้เมื่ออัปโหลดเสร็จ' : null}
        </p>
        <Button type="submit" loading={isAdding} disabled={isWaiting}>
          เพิ่มเข้าฐานความรู้
        </Button>
      </div>
    </form>
  )
}
