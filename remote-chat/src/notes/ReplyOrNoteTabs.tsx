import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs'
import { useSyncExternalStore } from 'react'
import { SegmentedTabs } from 'shared/ui'
import { hasNoteDraft, subscribePending } from '../outbox/drafts.store.ts'
import classes from './Notes.module.css'
import { forgetUnchanged, ticketNoteDraft } from './note-drafts.ts'
import { chooseFieldMode, type FieldMode, useFieldMode } from './note-mode.store.ts'

interface ReplyOrNoteTabsProps {
  ticketId: string
  isOpen: boolean
}

export function ReplyOrNoteTabs({ ticketId, isOpen }: ReplyOrNoteTabsProps) {
  const { kind, editing } = useFieldMode(ticketId)
  const isBegun = useSyncExternalStore(subscribePending, () =>
    hasNoteDraft(ticketId, kind === 'note' ? ticketNoteDraft(ticketId, editing) : null),
  )
  return (
    <div className={classes.switch} data-for={kind}>
      <SegmentedTabs<FieldMode['kind']>
        label="เขียนถึง"
        tabs={[
          { value: 'reply', label: isOpen ? 'ตอบลูกค้า' : 'เคสปิดแล้ว' },
          {
            value: 'note',
            label: isBegun ? 'โน้ตภายใน · มีฉบับร่าง' : 'โน้ตภายใน',
            icon: <IconLock size={16} aria-hidden />,
          },
        ]}
        value={kind}
        onChange={(next) => {
          if (editing !== null) forgetUnchanged(editing)
          chooseFieldMode(ticketId, next)
        }}
      />
    </div>
  )
}
