import type { ReactNode } from 'react'
import { PageHeaderSlot } from 'shared/ui'
import classes from './DashboardPage.module.css'

export interface DashboardBarProps {
  /** True: above the page; false: in the top bar. */
  isInPage: boolean
  /** The tabs; absent when the page has none. */
  start?: ReactNode
  end: ReactNode
}

/** The page's controls: in the top bar, or above the page when the top bar is too narrow. */
export function DashboardBar({ isInPage, start, end }: DashboardBarProps) {
  if (isInPage)
    return (
      <div className={classes.bar}>
        {start}
        <div className={classes.choices}>{end}</div>
      </div>
    )
  return (
    <>
      <PageHeaderSlot>{start}</PageHeaderSlot>
      <PageHeaderSlot side="end">{end}</PageHeaderSlot>
    </>
  )
}
