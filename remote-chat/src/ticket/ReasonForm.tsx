import type { FormEvent, ReactNode } from 'react'
import { ASSIGNEE_CHANGE_REASON_LENGTH } from 'shared/contract/constants.ts'
import { TextArea } from 'shared/ui'
import { isSendKey } from 'shared/ui/keyboard-events.ts'
import classes from './dialog-form.module.css'

export interface ReasonFormProps {
  /** Id of the form, needed by the submit button in the dialog's footer. */
  id: string
  onSubmit: () => void
  children: ReactNode
  outcome?: ReactNode
  /** Text field of the form; null when there is nothing more to enter. */
  field: { label: string; description: string; value: string; onChange: (reason: string) => void } | null
  failure: string | null
}

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
          maxLength={ASSIGNEE_CHANGE_REASON_LENGTH}
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
