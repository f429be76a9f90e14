import type { ReactNode } from 'react'
import { PageHeaderSlot } from 'shared/ui'
import classes from './DashboardPage.module.css'

export interface DashboardBarProps {
  isInPage: boolean
  start?: ReactNode
  end: ReactNode
}

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
