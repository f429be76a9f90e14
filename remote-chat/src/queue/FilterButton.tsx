import IconFilter from '@tabler/icons-react/dist/esm/icons/IconFilter.mjs'
import type { PageAddress } from '../address/use-page-address.ts'
import classes from './FilterButton.module.css'
import { FilterDialog, type FilterDialogProps } from './FilterDialog.tsx'
import { countFilters, type QueueFilters } from './queue-filters.ts'

export interface FilterButtonProps extends Omit<FilterDialogProps, 'onClose'> {
  /** The open window is a step of the browser's history: back closes it. */
  address: PageAddress
  filters: QueueFilters
  className?: string
}

/** Tells how many filters are on, and opens all of them. */
export function FilterButton({ address, className = '', ...dialog }: FilterButtonProps) {
  const { writer } = address
  const open = () => writer.go(({ state }) => ({ state: { ...Object(state), filtersOpen: true } }))
  const close = () => writer.go(({ state }) => (isOpen(state) ? 'back' : null))
  const active = countFilters(dialog.filters)
  return (
    <>
      <button
        type="button"
        className={`${classes.filter} ${className}`}
        data-active={active > 0 || undefined}
        aria-label={active > 0 ? `ตัวกรอง ใช้อยู่ ${active}` : 'ตัวกรอง'}
        aria-haspopup="dialog"
        onClick={open}
      >
        <IconFilter size={18} aria-hidden />
        {active > 0 ? <span>{active}</span> : null}
      </button>
      {isOpen(address.state) ? <FilterDialog {...dialog} onClose={close} /> : null}
    </>
  )
}

function isOpen(state: unknown): boolean {
  return (state as { filtersOpen?: unknown } | null)?.filtersOpen === true
}
