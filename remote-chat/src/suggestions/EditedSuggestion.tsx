import { useRef, useState } from 'react'
import { isInvisible } from 'shared/contract/invisible-text.ts'
import type { Suggestion } from 'shared/contract/suggestions/suggestion.ts'
import { Button, TextArea } from 'shared/ui'
import { isComposing } from 'shared/ui/keyboard-events.ts'
import classes from './SuggestionDialog.module.css'
import { textProblem } from './suggestion-text.ts'
import { useChangeSuggestions } from './use-suggestions.ts'

interface EditedSuggestionProps {
  item: Suggestion
  /** True when a colleague has deleted the suggestion; its text can then be added as a new suggestion. */
  isDeleted: boolean
  onEnd: () => void
}

export function EditedSuggestion({ item, isDeleted, onEnd }: EditedSuggestionProps) {
  const change = useChangeSuggestions()
  const [text, setText] = useState(item.text ?? '')
  const [originalText, setOriginalText] = useState(item.text)
  // The user's own change is in the list before its mutation ends.
  const isChangedMeanwhile = !isDeleted && !change.isPending && item.text !== originalText
  const field = useRef<HTMLTextAreaElement>(null)
  const wrong = textProblem(text)
  const canSave = !isInvisible(text) && wrong === undefined && !isChangedMeanwhile
  const save = () =>
    change.mutate(
      (calls) =>
        isDeleted
          ? calls.postSuggestion({ text, channel_key: item.channel_key })
          : calls.putSuggestion(item.id, text, originalText),
      { onSuccess: isDeleted ? endAsNew : onEnd, onError: () => field.current?.focus() },
    )
  /** The edited row is removed and a new one is added elsewhere in the list, so the focus moves to the search. */
  function endAsNew(): void {
    const search = field.current?.closest('[role="dialog"]')?.querySelector('input')
    onEnd()
    search?.focus()
  }
  return (
    <li className={classes.row}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (canSave) save()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return
          event.preventDefault()
          onEnd()
        }}
      >
        <TextArea
          ref={field}
          autoFocus
          label="แก้ไขข้อความ"
          autosize
          minRows={2}
          maxRows={8}
          // The field closes after the save, so text that was typed during the save would be lost.
          readOnly={change.isPending}
          value={text}
          error={wrong}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {isChangedMeanwhile ? (
          <div role="alert" className={classes.changed}>
            <p>มีคนแก้ข้อความนี้ไปแล้วระหว่างที่คุณแก้ไข ตอนนี้คือ</p>
            <blockquote className={classes.text}>{item.text}</blockquote>
            <Button
              size="sm"
              variant="tint"
              onClick={() => {
                setOriginalText(item.text)
                field.current?.focus()
              }}
            >
              ใช้ข้อความของฉันแทน
            </Button>
          </div>
        ) : null}
        {isDeleted ? (
          <p role="alert" className={classes.changed}>
            มีคนลบข้อความนี้ไปแล้วระหว่างที่คุณแก้ไข
          </p>
        ) : null}
        <div className={classes.actions}>
          <Button size="sm" variant="outline" onClick={onEnd} disabled={change.isPending}>
            ยกเลิก
          </Button>
          <Button size="sm" type="submit" disabled={!canSave} loading={change.isPending}>
            {isDeleted ? 'เพิ่มเป็นข้อความใหม่' : 'บันทึก'}
          </Button>
        </div>
      </form>
    </li>
  )
}
