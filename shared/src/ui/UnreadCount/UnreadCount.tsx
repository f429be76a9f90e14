import '@mantine/core/styles/Badge.layer.css'
import { Badge } from '@mantine/core'
import { VisuallyHidden } from '../VisuallyHidden/VisuallyHidden.tsx'
import classes from './UnreadCount.module.css'

export interface UnreadCountProps {
  count: number
}

/** Number of unread messages. Renders nothing for 0, and `99+` above 99. */
export function UnreadCount({ count }: UnreadCountProps) {
  if (count <= 0) return null
  return (
    <Badge component="span" variant="filled" radius={11} px={6} fw={650} className={classes.count}>
      <VisuallyHidden>ยังไม่ได้อ่าน </VisuallyHidden>
      {count > 99 ? '99+' : count}
    </Badge>
  )
}
