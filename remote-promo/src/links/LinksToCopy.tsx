import { Dialog, TextArea } from 'shared/ui'

/** The links in a field, all chosen: for a browser that lets no page copy. */
export function LinksToCopy({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <Dialog open title="คัดลอกลิงก์" onClose={onClose}>
      <TextArea
        label="ลิงก์"
        description="เบราว์เซอร์ไม่ให้คัดลอกเอง กด Ctrl + C (หรือ ⌘ + C) เพื่อคัดลอก"
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
