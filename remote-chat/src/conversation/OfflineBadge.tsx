import { Chip } from 'shared/ui'
import { useOnline } from '../outbox/use-online.ts'
import classes from './OfflineBadge.module.css'

export function OfflineBadge() {
  const isOnline = useOnline()
  return (
    <span role="status" className={classes.badge}>
      {isOnline ? null : <Chip tone="crit">ออฟไลน์</Chip>}
    </span>
  )
}
