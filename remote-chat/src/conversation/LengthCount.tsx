import { TEXT_MAX_UTF16 } from 'shared/contract/constants.ts'
import { useDraft } from '../outbox/unsent.store.ts'
import classes from './Composer.module.css'

/** How much of what may be sent has been written. */
export function LengthCount({ ticketId }: { ticketId: string }) {
  const { length } = useDraft(ticketId)
  const tooLong = length > TEXT_MAX_UTF16
  return (
    <span className={classes.count} data-over={tooLong || undefined} role="status">
      {tooLong ? 'ยาวเกินกว่าที่ส่งได้ ' : null}
      {length.toLocaleString('en-US')}/{TEXT_MAX_UTF16.toLocaleString('en-US')}
    </span>
  )
}
