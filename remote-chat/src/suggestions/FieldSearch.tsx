import { Combobox, useCombobox } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect, useEffectEvent } from 'react'
import { VisuallyHidden } from 'shared/ui'
import { isComposing } from 'shared/ui/keyboard-events.ts'
import classes from './FieldSearch.module.css'

export interface FieldSearchProps {
  field: RefObject<HTMLTextAreaElement | null>
  label: string
  /** Number of results, as text for screen readers; visible only when there are no results. */
  status: string
  options: readonly { id: string; content: ReactNode }[]
  onChoose: (id: string) => void
  onClose: () => void
}

/** Search results for a field, which keeps the focus. Without results, Enter inserts a line break. */
export function FieldSearch({ field, label, status, options, onChoose, onClose }: FieldSearchProps) {
  const ids = options.map(({ id }) => id).join()
  const list = useCombobox({ opened: true })

  /** Marks the selected option in the field's ARIA attributes, because the focus does not move to the option. */
  const point = useEffectEvent((optionId: string | null) => {
    if (optionId === null) field.current?.removeAttribute('aria-activedescendant')
    else field.current?.setAttribute('aria-activedescendant', optionId)
  })
  const chooseFirst = useEffectEvent(() => point(list.selectFirstOption()))
  useEffect(() => {
    if (ids === '') point(null)
    else chooseFirst()
  }, [ids])

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (isComposing(event) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (event.key === 'Escape') onClose()
    else if (ids === '') return
    else if (event.key === 'ArrowDown') point(list.selectNextOption())
    else if (event.key === 'ArrowUp') point(list.selectPreviousOption())
    else if (event.key === 'Enter') list.clickSelectedOption()
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  const listId = list.listId
  useEffect(() => {
    const element = field.current
    if (element === null) return
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    element.addEventListener('keydown', listen)
    element.setAttribute('aria-autocomplete', 'list')
    if (listId !== null) element.setAttribute('aria-controls', listId)
    return () => {
      element.removeEventListener('keydown', listen)
      for (const name of ['aria-autocomplete', 'aria-controls', 'aria-activedescendant'])
        element.removeAttribute(name)
    }
  }, [field, listId])

  return (
    <Combobox store={list} onOptionSubmit={onChoose}>
      <div className={classes.found}>
        <div role="status">
          {options.length === 0 ? (
            <p className={classes.none}>{status}</p>
          ) : (
            <VisuallyHidden>{status}</VisuallyHidden>
          )}
        </div>
        <Combobox.Options aria-label={label} hidden={options.length === 0}>
          {options.map(({ id, content }) => (
            // With this tab index, accessibility checks accept the rows; the field handles their keys.
            <Combobox.Option key={id} value={id} tabIndex={-1} className={classes.option}>
              {content}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </div>
    </Combobox>
  )
}
