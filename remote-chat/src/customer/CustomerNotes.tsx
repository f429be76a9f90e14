import { useState } from 'react'
import { MAX_CUSTOMER_NOTES } from 'shared/contract/constants.ts'
import type { CustomerCard } from 'shared/contract/customers/customer-card.ts'
import { useDraft, writeDraft } from '../outbox/unsent.store.ts'
import { CustomerNoteField } from './CustomerNoteField.tsx'
import { CustomerNoteItem } from './CustomerNoteItem.tsx'
import classes from './CustomerPanel.module.css'
import { useChangeCustomer } from './use-customer.ts'

/** What colleagues know of a customer. What is being written is kept as a draft. */
export function CustomerNotes({ card }: { card: CustomerCard }) {
  const { busy, run } = useChangeCustomer(card.id)
  const draftId = `customer:${card.id}`
  const text = useDraft(draftId)
  // Sent again after a lost answer it stays one note.
  const [clientId, setClientId] = useState(() => crypto.randomUUID())
  async function save(): Promise<void> {
    if (!(await run((calls) => calls.postCustomerNote(card.id, { text, client_id: clientId })))) return
    writeDraft(draftId, '')
    setClientId(crypto.randomUUID())
  }
  return (
    <section className={classes.part} aria-label="โน้ตเกี่ยวกับลูกค้า">
      <h3 className={classes.title}>โน้ตเกี่ยวกับลูกค้า</h3>
      {card.notes.length >= MAX_CUSTOMER_NOTES ? (
        <p className={classes.facts}>โน้ตครบ {MAX_CUSTOMER_NOTES} รายการแล้ว ลบโน้ตที่ไม่ใช้ก่อนเพิ่มใหม่</p>
      ) : (
        <CustomerNoteField
          label="เขียนโน้ตเกี่ยวกับลูกค้า"
          text={text}
          busy={busy}
          onText={(next) => writeDraft(draftId, next)}
          onSave={() => void save()}
        />
      )}
      <ul className={classes.notes}>
        {card.notes.map((note) => (
          <CustomerNoteItem key={note.id} customerId={card.id} note={note} />
        ))}
      </ul>
    </section>
  )
}
