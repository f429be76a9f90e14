import type { FormEvent, ReactNode } from 'react'
import { HAND_OVER_REASON_LENGTH } from 'shared/contract/constants.ts'
import { TextArea } from 'shared/ui'
import { isSendKey } from 'shared/ui/keys.ts'
import classes from './window-form.module.css'

export interface ReasonFormProps {
  /** By which the button in the window's foot sends it. */
  id: string
  onSubmit: () => void
  /** Stands above the field. */
  children: ReactNode
  /** Stands below it. */
  outcome?: ReactNode
  /** The field; null: there is nothing more to say. */
  field: { label: string; description: string; value: string; onChange: (reason: string) => void } | null
  failure: string | null
}

/** Why cases are given away, in a window; what fails is told below the words, which stay. */
export function ReasonForm({ id, onSubmit, children, outcome, field, failure }: ReasonFormProps) {
  return (
    <form
      id={id}
      className={classes.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
      {field === null ? null : (
        <TextArea
          label={field.label}
          description={field.description}
          value={field.value}
          onChange={(event) => field.onChange(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (isSendKey(event.nativeEvent)) event.currentTarget.form?.requestSubmit()
          }}
          maxLength={HAND_OVER_REASON_LENGTH}
          minRows={2}
          maxRows={6}
          autosize
          required
        />
      )}
      {failure === null ? null : <ReasonFailure>{failure}</ReasonFailure>}
      {outcome}
    </form>
  )
}

export function ReasonFailure({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className={classes.failure}>
      {children}
    </p>
  )
}
