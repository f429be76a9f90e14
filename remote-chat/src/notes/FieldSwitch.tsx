import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs'
import { SegmentedTabs } from 'shared/ui'
import classes from './Notes.module.css'
import { chooseFieldMode, type FieldMode, useFieldMode } from './note-mode.store.ts'

interface FieldSwitchProps {
  ticketId: string
  isOpen: boolean
}

/** Above the field: for whom one writes. */
export function FieldSwitch({ ticketId, isOpen }: FieldSwitchProps) {
  const { kind } = useFieldMode(ticketId)
  return (
    <div className={classes.switch} data-for={kind}>
      <SegmentedTabs<FieldMode['kind']>
        label="เขียนถึง"
        tabs={[
          { value: 'answer', label: isOpen ? 'ตอบลูกค้า' : 'เคสปิดแล้ว' },
          { value: 'note', label: 'โน้ตภายใน', icon: <IconLock size={16} aria-hidden /> },
        ]}
        value={kind}
        onChange={(next) => chooseFieldMode(ticketId, next)}
      />
    </div>
  )
}
