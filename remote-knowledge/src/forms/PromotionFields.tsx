import { type ReactNode, useId } from 'react'
import { TextArea, TextField } from 'shared/ui'
import { SegmentedChoice } from '../content/SegmentedChoice.tsx'
import classes from './forms.module.css'
import { ImageField } from './ImageField.tsx'
import { hasImage, hasText, type Problems, type PromotionDraft, RESPONSE_TYPES } from './knowledge-draft.ts'

export interface PromotionFieldsProps {
  /** Id of the form to which uploads belong. */
  form: string
  draft: PromotionDraft
  problems: Problems
  /** Receives a function instead of a draft, because an upload may finish while the user types. */
  onChange: (change: (draft: PromotionDraft) => PromotionDraft) => void
  children?: ReactNode
}

export function PromotionFields({ form, draft, problems, onChange, children }: PromotionFieldsProps) {
  const label = useId()
  const set = (change: Partial<PromotionDraft>) => onChange((now) => ({ ...now, ...change }))
  return (
    <>
      <TextField
        label="ชื่อโปรโมชั่น"
        withAsterisk
        maxLength={300}
        value={draft.name}
        error={problems.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      {children}
      <div className={classes.choice}>
        <span id={label} className={classes.label}>
          ประเภทการตอบ
        </span>
        <SegmentedChoice
          labelledBy={label}
          options={RESPONSE_TYPES}
          value={draft.responseType}
          onChange={(responseType) => set({ responseType })}
        />
      </div>
      {hasText(draft) ? (
        <TextArea
          label="ข้อความโปรโมชั่น"
          withAsterisk
          autosize
          minRows={4}
          maxRows={16}
          value={draft.text}
          error={problems.text}
          onChange={(event) => set({ text: event.currentTarget.value })}
        />
      ) : null}
      {hasImage(draft) ? (
        <ImageField
          form={form}
          link={draft.imageUrl}
          problem={problems.imageUrl}
          onChange={(imageUrl) => set({ imageUrl })}
        />
      ) : null}
    </>
  )
}
