import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs'
import { SegmentedTabs } from 'shared/ui'
import classes from './Notes.module.css'
import { chooseFieldMode, type FieldMode, useFieldMode } from './note-mode.store.ts'

/** Above the field: for whom one writes. */
export function FieldSwitch({ ticketId, onIntent }: { ticketId: string; onIntent: () => void }) {
  const { kind } = useFieldMode(ticketId)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what comes with a note is fetched when the pointer or the focus is near
    <div className={classes.switch} data-for={kind} onPointerEnter={onIntent} onFocus={onIntent}>
      <SegmentedTabs<FieldMode['kind']>
        label="เขียนถึง"
        tabs={[
          { value: 'answer', label: 'ตอบลูกค้า' },
          { value: 'note', label: 'โน้ตภายใน', icon: <IconLock size={16} aria-hidden /> },
        ]}
        value={kind}
        onChange={(next) => chooseFieldMode(ticketId, next)}
      />
    </div>
  )
}
