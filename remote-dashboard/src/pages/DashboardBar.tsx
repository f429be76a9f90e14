import type { ReactNode } from 'react'
import { PageHeaderSlot } from 'shared/ui'
import classes from './DashboardPage.module.css'

export interface DashboardBarProps {
  /** True: the bar is above the page; false: it is in the top bar. */
  isInPage: boolean
  /** Tabs of the page; absent when the page has none. */
  start?: ReactNode
  end: ReactNode
}

/** Controls of the page, in the top bar or, when the top bar is too narrow, above the page. */
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
