import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import { type MouseEvent, useState } from 'react'
import type { Suggestion } from 'shared/contract/suggestions/suggestion.ts'
import { Button, Chip, ConfirmDialog, cutGraphemes, IconButton } from 'shared/ui'
import { EditedSuggestion } from './EditedSuggestion.tsx'
import classes from './SuggestionDialog.module.css'
import { SuggestionImage } from './SuggestionImage.tsx'
import { suggestionLabel } from './suggestion-text.ts'
import { useChangeSuggestions } from './use-suggestions.ts'

/** Maximum length of the text in button labels. */
const NAME_LENGTH = 40

interface Point {
  x: number
  y: number
}

/** Returns the position of a mouse click; null for key presses, and for taps, which never hit the same point twice. */
export function mousePosition({ nativeEvent, clientX, clientY }: MouseEvent): Point | null {
  return (nativeEvent as PointerEvent).pointerType === 'mouse' ? { x: clientX, y: clientY } : null
}

export interface SuggestionRowProps {
  item: Suggestion
  isDeleted: boolean
  isEdited: boolean
  onEdit: (isEdited: boolean) => void
  onInsert: (item: Suggestion) => void
  /** Position in the list and a function to change it; null for users who may not reorder. */
  order: { isFirst: boolean; isLast: boolean; move: (step: -1 | 1, at: Point | null) => Promise<void> } | null
}

export function SuggestionRow({ item, isDeleted, isEdited, onEdit, onInsert, order }: SuggestionRowProps) {
  const [wasEdited, setWasEdited] = useState(false)
  if (isEdited && !wasEdited) setWasEdited(true)
  const name = cutGraphemes(suggestionLabel(item), NAME_LENGTH)
  const canEdit = item.can_edit !== false
  if (isEdited) return <EditedSuggestion item={item} isDeleted={isDeleted} onEnd={() => onEdit(false)} />
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        {item.image_url === null ? null : (
          <div className={classes.thumbnail}>
            <SuggestionImage link={item.image_url} />
          </div>
        )}
        {item.text === null ? null : <p className={classes.text}>{item.text}</p>}
        <p className={classes.details}>
          {item.channel_key === null ? <Chip tone="oa">ทุกบัญชี</Chip> : null}
          {item.use_count === undefined ? null : <span>ใช้ {item.use_count.toLocaleString('en-US')} ครั้ง</span>}
        </p>
      </div>
      <div className={classes.actions}>
        <Button size="sm" variant="tint" aria-label={`แทรก: ${name}`} onClick={() => onInsert(item)}>
          แทรก
        </Button>
        {canEdit && item.image_url === null ? (
          <Button
            size="sm"
            variant="outline"
            aria-label={`แก้ไข: ${name}`}
            // The button replaces the edit field and takes over its focus.
            autoFocus={wasEdited}
            onClick={() => onEdit(true)}
          >
            แก้ไข
          </Button>
        ) : null}
        {canEdit ? <Remove id={item.id} name={name} /> : null}
        {order ? <Order name={name} order={order} /> : null}
      </div>
    </li>
  )
}

function Order({ name, order }: { name: string; order: NonNullable<SuggestionRowProps['order']> }) {
  const { isFirst, isLast, move } = order
  async function step(event: MouseEvent<HTMLButtonElement>, by: -1 | 1): Promise<void> {
    const button = event.currentTarget
    await move(by, mousePosition(event))
    // Moving the row in the list loses the focus; restores the focus, unless the user has moved the focus.
    if (document.activeElement === document.body) button.focus()
  }
  return (
    <>
      <IconButton
        label={`เลื่อนขึ้น: ${name}`}
        // `aria-disabled` instead of `disabled`, because a disabled button at the end of the list would lose the focus.
        aria-disabled={isFirst}
        data-disabled={isFirst || undefined}
        onClick={(event) => isFirst || void step(event, -1)}
      >
        <IconArrowUp size={18} aria-hidden />
      </IconButton>
      <IconButton
        label={`เลื่อนลง: ${name}`}
        aria-disabled={isLast}
        data-disabled={isLast || undefined}
        onClick={(event) => isLast || void step(event, 1)}
      >
        <IconArrowDown size={18} aria-hidden />
      </IconButton>
    </>
  )
}

function Remove({ id, name }: { id: string; name: string }) {
  const change = useChangeSuggestions()
  const [isConfirming, setConfirming] = useState(false)
  const remove = () =>
    change.mutate((calls) => calls.removeSuggestion(id), { onSettled: () => setConfirming(false) })
  return (
    <>
      <Button size="sm" variant="subtle" aria-label={`ลบ: ${name}`} onClick={() => setConfirming(true)}>
        ลบ
      </Button>
      <ConfirmDialog
        open={isConfirming}
        danger
        busy={change.isPending}
        title="ลบข้อความสำเร็จรูป"
        confirmLabel="ลบ"
        onConfirm={remove}
        onCancel={() => setConfirming(false)}
      >
        ลบ “{name}” สำหรับทุกคนในทีมใช่หรือไม่
      </ConfirmDialog>
    </>
  )
}
