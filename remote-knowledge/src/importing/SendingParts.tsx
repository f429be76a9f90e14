import { Progress } from '@mantine/core'
import { Button } from 'shared/ui'
import panel from '../content/Panel.module.css'
import classes from './ImportForm.module.css'
import type { SentParts } from './use-import.ts'

/** Upload progress of a long text, with a button to stop. */
export function SendingParts({ sent, parts, onStop }: SentParts & { onStop: () => void }) {
  const percent = Math.floor((sent / parts) * 100)
  return (
    <div className={classes.sending}>
      <p className={panel.hint} role="status">
        กำลังส่งข้อมูลไปตรวจสอบ {percent}%
      </p>
      <Progress value={percent} color="var(--desk-green)" aria-label="ส่งข้อมูลไปตรวจสอบ" />
      <Button variant="subtle" size="sm" onClick={onStop}>
        หยุดส่ง
      </Button>
    </div>
  )
}
