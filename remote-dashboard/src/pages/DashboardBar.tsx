import type { ReactNode } from 'react'
import { PageHeaderSlot } from 'shared/ui'
import classes from './DashboardPage.module.css'

export interface DashboardBarProps {
  /** Above the page; else in the top bar. */
  isInPage: boolean
  /** The tabs. Absent: the page is one. */
  start?: ReactNode
  /** What is looked at. */
  end: ReactNode
}

/** The page's controls: in the top bar, or above the page where that has no room. */
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
