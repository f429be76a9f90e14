import IconFilter from '@tabler/icons-react/dist/esm/icons/IconFilter.mjs'
import { useState } from 'react'
import { deferred, useLazyDialog } from 'shared/ui'
import classes from './FilterButton.module.css'
import type { FilterDialogProps } from './FilterDialog.tsx'
import { countFilters, type QueueFilters } from './queue-filters.ts'

const filterDialog = deferred(
  async () => (await import(/* webpackChunkName: "filters" */ './FilterDialog.tsx')).FilterDialog,
)

export interface FilterButtonProps extends Omit<FilterDialogProps, 'onClose'> {
  filters: QueueFilters
  className?: string
}

export function FilterButton({ className = '', ...dialog }: FilterButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const active = countFilters(dialog.filters)
  const close = () => setOpen(false)
  const FilterDialog = useLazyDialog(filterDialog, isOpen, close)
  return (
    <>
      <button
        type="button"
        className={`${classes.filter} ${className}`}
        data-active={active > 0 || undefined}
        aria-label={active > 0 ? `ตัวกรอง ใช้อยู่ ${active}` : 'ตัวกรอง'}
        aria-haspopup="dialog"
        onPointerEnter={filterDialog.preload}
        onFocus={filterDialog.preload}
        onClick={() => setOpen(true)}
      >
        <IconFilter size={18} aria-hidden />
        {active > 0 ? <span>{active}</span> : null}
      </button>
      {FilterDialog === null ? null : <FilterDialog {...dialog} onClose={close} />}
    </>
  )
}
