import { Chip } from 'shared/ui'
import { useOnline } from '../outbox/use-online.ts'
import classes from './OfflineSign.module.css'

/** Where a conversation covers the sign that tells how alive the list is. */
export function OfflineSign() {
  const isOnline = useOnline()
  return (
    <span role="status" className={classes.sign}>
      {isOnline ? null : <Chip tone="crit">ออฟไลน์</Chip>}
    </span>
  )
}
