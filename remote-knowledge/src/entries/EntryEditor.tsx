import { useRef, useState } from 'react'
import { KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'
import type { KnowledgeEntry } from 'shared/contract/knowledge/knowledge-entry.ts'
import { Button, Dialog, TextArea } from 'shared/ui'
import { focusInvalidField } from '../forms/focus-invalid-field.ts'
import { GeneralFields } from '../forms/GeneralFields.tsx'
import { isUploading, useImageUpload } from '../forms/image-uploads.store.ts'
import { type ContentDraft, type Problems, problemsOf } from '../forms/knowledge-draft.ts'
import { LazyKnownQuestions } from '../forms/LazyKnownQuestions.tsx'
import { LazyPeriodFields } from '../forms/LazyPeriodFields.tsx'
import { PromotionFields } from '../forms/PromotionFields.tsx'
import { ChangeConflictNote } from './ChangeConflictNote.tsx'
import { EntryDetails } from './EntryDetails.tsx'
import classes from './EntryDialog.module.css'
import { dropEdit, rebaseEdit, useEntryEdit } from './entry-edits.store.ts'
import { type ChangeConflict, useChangeEntry } from './use-change-entry.ts'

export interface EntryEditorProps {
  entry: KnowledgeEntry
  isRemoved: boolean
  onClose: () => void
  onOpen: (id: string) => void
}

export function EntryEditor({ entry, isRemoved, onClose, onOpen }: EntryEditorProps) {
  const form = useRef<HTMLFormElement>(null)
  const { base, written, isChanged, change } = useEntryEdit(entry)
  const [isTried, setTried] = useState(false)
  const [reported, setConflict] = useState<ChangeConflict | null>(null)
  const conflict = reported ?? (isRemoved ? 'removed' : null)
  // Saving is disabled until the user chooses a version, because the same request would fail again.
  const mustChoose = conflict !== null && conflict !== 'removed' && conflict.entry !== null
  const { store, isChanging } = useChangeEntry({ onDone: onClose, onConflict: setConflict })
  const isWaiting = (useImageUpload(entry.id)?.percent ?? null) !== null
  const problems = problemsOf(written.draft, written.period)
  const save = (upon: KnowledgeEntry) => {
    const isWrong = Object.keys(problems).length > 0
    setTried(isWrong)
    if (isWrong) focusInvalidField(form.current)
    else if (!isUploading(entry.id)) {
      setConflict(null)
      store(upon, written)
    }
  }
  return (
    <Dialog
      open
      inAddress
      title="แก้ไขรายการ"
      placement="sheet"
      className={classes.dialog ?? ''}
      onClose={onClose}
      footer={
        <>
          {isChanged ? (
            <Button
              variant="subtle"
              disabled={isChanging}
              onClick={() => {
                setConflict(null)
                dropEdit(entry.id)
              }}
            >
              คืนค่าเดิม
            </Button>
          ) : null}
          <Button variant="outline" onClick={onClose}>
            ปิด
          </Button>
          <Button
            type="submit"
            form="entry-form"
            loading={isChanging}
            disabled={isWaiting || !isChanged || mustChoose}
          >
            บันทึก
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id="entry-form"
        className={classes.content}
        aria-label="แก้ไขรายการ"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (isChanged && !mustChoose) save(base)
        }}
      >
        <EntryDetails entry={base} />
        {conflict === null ? null : (
          <ChangeConflictNote
            base={base}
            conflict={conflict}
            onTheirs={(theirs) => {
              setConflict(null)
              dropEdit(theirs.id)
            }}
            onMine={(theirs) => {
              rebaseEdit(theirs, written)
              save(theirs)
            }}
            onOpen={onOpen}
          />
        )}
        <Fields
          form={entry.id}
          draft={written.draft}
          problems={isTried ? problems : {}}
          onChange={(of) => change((now) => ({ draft: of(now.draft) }))}
          onOpen={onOpen}
        />
        {written.draft.kind === 'promotion' ||
        base.source === KNOWLEDGE_SOURCES.promotion ||
        base.valid_from !== null ||
        base.valid_until !== null ? (
          <LazyPeriodFields
            period={written.period}
            problem={isTried ? problems.period : undefined}
            onChange={(period) => change(() => ({ period }))}
          />
        ) : null}
      </form>
    </Dialog>
  )
}

interface FieldsProps {
  form: string
  draft: ContentDraft
  problems: Problems
  onChange: (change: (now: ContentDraft) => ContentDraft) => void
  onOpen: (id: string) => void
}

function Fields({ form, draft, problems, onChange, onOpen }: FieldsProps) {
  if (draft.kind === 'general')
    return (
      <GeneralFields draft={draft} problems={problems} onChange={(next) => onChange(() => next)}>
        <LazyKnownQuestions draft={draft} besides={form} onOpen={onOpen} />
      </GeneralFields>
    )
  if (draft.kind === 'promotion')
    return (
      <PromotionFields
        form={form}
        draft={draft}
        problems={problems}
        onChange={(of) => onChange((now) => (now.kind === 'promotion' ? of(now) : now))}
      >
        <LazyKnownQuestions draft={draft} besides={form} onOpen={onOpen} />
      </PromotionFields>
    )
  return (
    <TextArea
      label="ข้อความ"
      withAsterisk
      autosize
      minRows={6}
      maxRows={20}
      value={draft.text}
      error={problems.text}
      onChange={(event) => {
        const text = event.currentTarget.value
        onChange(() => ({ kind: 'plain', text }))
      }}
    />
  )
}
