import '@mantine/core/styles/Pagination.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import { Pagination as MantinePagination } from '@mantine/core'
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import classes from './Pagination.module.css'

export interface PaginationProps {
  /** Current page, from 1. */
  page: number
  pageCount: number
  onChange: (page: number) => void
  label?: string
  /** True to fit into one row on a phone: fewer page numbers, and arrows instead of words. */
  compact?: boolean
  className?: string
}

const PREVIOUS = 'ก่อนหน้า'
const NEXT = 'ถัดไป'
const DOTS = () => '...'

const WORDS = { previous: () => PREVIOUS, next: () => NEXT }
const ARROWS = {
  previous: () => <IconChevronLeft size={20} aria-hidden />,
  next: () => <IconChevronRight size={20} aria-hidden />,
}

/** Each button stays under the pointer while the user pages through a list: the number of buttons is constant. */
export function Pagination(props: PaginationProps) {
  const { page, pageCount, onChange, label = 'หน้า', compact = false, className } = props
  const icons = compact ? ARROWS : WORDS
  return (
    <nav aria-label={label} className={className}>
      <MantinePagination.Root
        total={Math.max(1, pageCount)}
        value={page}
        onChange={onChange}
        siblings={compact ? 0 : 1}
        getItemProps={(number) => ({ 'aria-label': `หน้า ${number}` })}
        classNames={{ root: classes.row, control: classes.control, dots: classes.dots }}
      >
        <MantinePagination.Previous aria-label={PREVIOUS} icon={icons.previous} />
        <MantinePagination.Items dotsIcon={DOTS} />
        <MantinePagination.Next aria-label={NEXT} icon={icons.next} />
      </MantinePagination.Root>
    </nav>
  )
}
