import { useNavigate } from 'react-router-dom'
import { Button, EmptyState } from 'shared/ui'
import { QUEUE_PATH } from '../guard/landing-page.ts'

export function NotFound() {
  const navigate = useNavigate()
  return (
    <EmptyState title="ไม่พบหน้านี้" action={<Button onClick={() => navigate(QUEUE_PATH)}>ไปที่คิวแชท</Button>}>
      ที่อยู่นี้ไม่มีในระบบ หรืออาจถูกย้ายไปแล้ว
    </EmptyState>
  )
}
