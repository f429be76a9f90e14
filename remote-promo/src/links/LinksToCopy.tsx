import type { ReactNode } from 'react'
import { Dialog, TextArea } from 'shared/ui'

interface LinksToCopyProps {
  text: string
  description?: string
  footer?: ReactNode
  onClose: () => void
}

/** Links to copy by hand, when the browser denies access to the clipboard or the list is damaged. */
export function LinksToCopy({
  text,
  description = 'เบราว์เซอร์ไม่ให้คัดลอกเอง กด Ctrl + C (หรือ ⌘ + C) เพื่อคัดลอก',
  footer,
  onClose,
}: LinksToCopyProps) {
  return (
    <Dialog open title="คัดลอกลิงก์" onClose={onClose} footer={footer}>
      <TextArea
        label="ลิงก์"
        description={description}
        value={text}
        readOnly
        autosize
        minRows={3}
        maxRows={12}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
    </Dialog>
  )
}
