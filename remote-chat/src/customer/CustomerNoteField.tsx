import type { KeyboardEvent } from 'react'
import { CUSTOMER_NOTE_LENGTH } from 'shared/contract/constants.ts'
import { Button, TextArea } from 'shared/ui'
import { isComposing, isSendKey } from 'shared/ui/keyboard-events.ts'
import classes from './CustomerPanel.module.css'
import { tooLongTexts } from './too-long-text.ts'

export interface CustomerNoteFieldProps {
  label: string
  text: string
  busy: boolean
  isSaveDisabled?: boolean
  autoFocus?: boolean
  onText: (text: string) => void
  onSave: () => void
  /** Called to cancel the edit; without this callback the cancel button is hidden. */
  onCancel?: () => void
}

export function CustomerNoteField(props: CustomerNoteFieldProps) {
  const { label, text, busy, isSaveDisabled = false, onText, onSave, onCancel } = props
  const isTooLong = text.length > CUSTOMER_NOTE_LENGTH
  const canSave = text.trim() !== '' && !isTooLong && !busy && !isSaveDisabled
  function onKeyDown(event: KeyboardEvent): void {
    const isSaveKey = isSendKey(event.nativeEvent)
    const isCancelKey = event.key === 'Escape' && onCancel !== undefined && !isComposing(event.nativeEvent)
    if (!isSaveKey && !isCancelKey) return
    event.preventDefault()
    if (isCancelKey) onCancel()
    else if (canSave) onSave()
  }
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (canSave) onSave()
      }}
    >
      <TextArea
        aria-label={label}
        placeholder="เช่น ชอบให้โทรกลับหลังหกโมง"
        autoFocus={props.autoFocus}
        rows={2}
        error={tooLongTexts(text, CUSTOMER_NOTE_LENGTH)}
        readOnly={busy}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {text === '' && onCancel === undefined ? null : (
        <div className={classes.buttons}>
          {onCancel ? (
            <Button size="sm" variant="outline" disabled={busy} onClick={onCancel}>
              ยกเลิก
            </Button>
          ) : null}
          <Button size="sm" type="submit" loading={busy} disabled={!canSave && !busy}>
            บันทึกโน้ต
          </Button>
        </div>
      )}
    </form>
  )
}
