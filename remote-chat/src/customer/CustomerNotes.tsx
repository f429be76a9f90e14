import { useEffect } from 'react'
import { MAX_CUSTOMER_NOTES } from 'shared/contract/constants.ts'
import type { CustomerCard } from 'shared/contract/customers/customer-card.ts'
import { showToast } from 'shared/ui'
import {
  clientIdOfDraft,
  draftIdsWithPrefix,
  readDraft,
  useDraft,
  writeDraft,
} from '../outbox/drafts.store.ts'
import { CustomerNoteField } from './CustomerNoteField.tsx'
import { CustomerNoteItem } from './CustomerNoteItem.tsx'
import classes from './CustomerPanel.module.css'
import { toastFailure, useChangeCustomer } from './use-customer.ts'
import { customerNoteDraft } from './use-note-edit.ts'

export function CustomerNotes({ card }: { card: CustomerCard }) {
  const { busy, run } = useChangeCustomer(card.id)
  const draftId = customerNoteDraft(card.id)
  const text = useDraft(draftId)
  useSavedText(card)
  async function save(): Promise<void> {
    // A retry after a lost response uses the same idempotency key, so the note is stored once.
    const clientId = clientIdOfDraft(draftId)
    if (
      !(await run(
        (calls) => calls.postCustomerNote(card.id, { text, client_id: clientId }),
        toastFailure('บันทึกโน้ตไม่สำเร็จ'),
      ))
    )
      return
    if (readDraft(draftId) === text) writeDraft(draftId, '')
  }
  return (
    <section className={classes.part} aria-label="โน้ตเกี่ยวกับลูกค้า">
      <h3 className={classes.title}>โน้ตเกี่ยวกับลูกค้า</h3>
      {card.notes.length >= MAX_CUSTOMER_NOTES ? (
        <p className={classes.details}>โน้ตครบ {MAX_CUSTOMER_NOTES} รายการแล้ว ลบโน้ตที่ไม่ใช้ก่อนเพิ่มใหม่</p>
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

/** Moves the unsaved edit of a note that was deleted, even long ago, to the field for a new note. */
function useSavedText({ id, notes }: CustomerCard): void {
  useEffect(() => {
    const shown = notes.map((note) => customerNoteDraft(id, note.id))
    for (const draftId of draftIdsWithPrefix(customerNoteDraft(id, ''))) {
      if (shown.includes(draftId)) continue
      const texts = [readDraft(customerNoteDraft(id)), readDraft(draftId)]
      writeDraft(customerNoteDraft(id), texts.filter((text) => text !== '').join('\n'))
      writeDraft(draftId, '')
      showToast({ tone: 'info', text: 'โน้ตที่คุณกำลังแก้ไขถูกลบไปแล้ว ข้อความของคุณอยู่ในช่องเขียนโน้ต' })
    }
  }, [id, notes])
}
