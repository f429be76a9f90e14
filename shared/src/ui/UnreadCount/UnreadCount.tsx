import classes from './UnreadCount.module.css'

export interface UnreadCountProps {
  count: number
}

/** How many messages nobody has read; nothing at zero, `99+` beyond 99. */
export function UnreadCount({ count }: UnreadCountProps) {
  if (count <= 0) return null
  return (
    <span className={classes.count}>
      <span className={classes.spoken}>ยังไม่ได้อ่าน </span>
      {count > 99 ? '99+' : count}
    </span>
  )
}
