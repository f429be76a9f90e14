import { Progress } from '@mantine/core'
import { Button } from 'shared/ui'
import content from '../content/content.module.css'
import classes from './ImportForm.module.css'
import type { SentParts } from './use-import.ts'

export function ImportUploadProgress({ sent, parts, onStop }: SentParts & { onStop: () => void }) {
  const percent = Math.floor((sent / parts) * 100)
  const isSent = sent === parts
  return (
    <div className={classes.sending}>
      <p className={content.hint} role="status">
        {isSent ? 'กำลังตรวจสอบข้อมูล' : `กำลังส่งข้อมูลไปตรวจสอบ ${percent}%`}
      </p>
      <Progress
        value={percent}
        animated={isSent}
        color="var(--desk-green)"
        aria-label={isSent ? 'ตรวจสอบข้อมูล' : 'ส่งข้อมูลไปตรวจสอบ'}
      />
      <Button variant="subtle" size="sm" onClick={onStop}>
        {isSent ? 'หยุดตรวจสอบ' : 'หยุดส่ง'}
      </Button>
    </div>
  )
}
