import { useRef, useState } from 'react'
import { isInvisible } from 'shared/contract/invisible-text.ts'
import type { Suggestion } from 'shared/contract/suggestions/suggestion.ts'
import { Button, TextArea } from 'shared/ui'
import { isComposing } from 'shared/ui/keys.ts'
import classes from './SuggestionWindow.module.css'
import { textProblem } from './suggestion-text.ts'
import { useChangeSuggestions } from './use-suggestions.ts'

interface EditedSuggestionProps {
  item: Suggestion
  /** A colleague has removed it meanwhile: what is written here can be added anew. */
  isGone: boolean
  onEnd: () => void
}

/** The text of a canned reply while it is changed, in its row. What colleagues do to it meanwhile is said, and takes nothing away. */
export function EditedSuggestion({ item, isGone, onEnd }: EditedSuggestionProps) {
  const change = useChangeSuggestions()
  const [text, setText] = useState(item.text ?? '')
  const [was, setWas] = useState(item.text)
  // One's own change is in the list before it is over.
  const isChangedMeanwhile = !isGone && !change.isPending && item.text !== was
  const field = useRef<HTMLTextAreaElement>(null)
  const wrong = textProblem(text)
  const canSave = !isInvisible(text) && wrong === undefined && !isChangedMeanwhile
  const save = () =>
    change.mutate(
      (calls) =>
        isGone
          ? calls.postSuggestion({ text, channel_key: item.channel_key })
          : calls.putSuggestion(item.id, text, was),
      { onSuccess: isGone ? endAsNew : onEnd, onError: () => field.current?.focus() },
    )
  /** Its row goes, and another has come somewhere in the list: the focus goes to what one looks for it in. */
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
          // What was written on would go with the field.
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
                setWas(item.text)
                field.current?.focus()
              }}
            >
              ใช้ข้อความของฉันแทน
            </Button>
          </div>
        ) : null}
        {isGone ? (
          <p role="alert" className={classes.changed}>
            มีคนลบข้อความนี้ไปแล้วระหว่างที่คุณแก้ไข
          </p>
        ) : null}
        <div className={classes.actions}>
          <Button size="sm" variant="outline" onClick={onEnd} disabled={change.isPending}>
            ยกเลิก
          </Button>
          <Button size="sm" type="submit" disabled={!canSave} loading={change.isPending}>
            {isGone ? 'เพิ่มเป็นข้อความใหม่' : 'บันทึก'}
          </Button>
        </div>
      </form>
    </li>
  )
}
