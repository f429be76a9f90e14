import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import { useState } from 'react'
import { deferred, Menu, useLazyDialog } from 'shared/ui'
import menuButton from '../ticket/menu-button.module.css'
import type { EndShiftDialogProps } from './EndShiftDialog.tsx'

const endShift = deferred(
  async () => (await import(/* webpackChunkName: "change-assignee" */ './EndShiftDialog.tsx')).EndShiftDialog,
)

export function EndShiftMenu({ onUnassigned }: Pick<EndShiftDialogProps, 'onUnassigned'>) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const EndShiftDialog = useLazyDialog(endShift, open, close)
  return (
    <>
      <Menu
        label="ตัวเลือกของเคสของฉัน"
        className={menuButton.trigger}
        items={[
          {
            key: 'end-shift',
            label: 'จบกะ: คืนเคสทั้งหมดเข้าคิว',
            onSelect: () => setOpen(true),
          },
        ]}
      >
        <IconDots size={20} aria-hidden />
      </Menu>
      {EndShiftDialog === null ? null : <EndShiftDialog onClose={close} onUnassigned={onUnassigned} />}
    </>
  )
}
