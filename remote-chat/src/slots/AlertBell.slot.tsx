import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs'
import IconBellOff from '@tabler/icons-react/dist/esm/icons/IconBellOff.mjs'
import IconBellRinging from '@tabler/icons-react/dist/esm/icons/IconBellRinging.mjs'
import IconDeviceDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs'
import IconVolume from '@tabler/icons-react/dist/esm/icons/IconVolume.mjs'
import IconVolumeOff from '@tabler/icons-react/dist/esm/icons/IconVolumeOff.mjs'
import { useState, useSyncExternalStore } from 'react'
import { Button, Menu, type MenuItem, showToast } from 'shared/ui'
import { askForNotices, type NoticePermission, noticePermission } from '../alerts/desktop-notices.ts'
import { mute, onSound, soundState, testSound } from '../alerts/sound.store.ts'
import classes from './AlertBell.module.css'

const NOTICE_LABELS: Record<Exclude<NoticePermission, 'none'>, string> = {
  on: 'การแจ้งเตือนบนหน้าจอ: เปิดอยู่',
  ask: 'เปิดการแจ้งเตือนบนหน้าจอ',
  off: 'การแจ้งเตือนบนหน้าจอ: เบราว์เซอร์ปิดไว้',
}

/** How one is alerted: whether it sounds, a try, notices of the desktop; and a button while the browser lets nothing sound. */
export default function AlertBell() {
  const sound = useSyncExternalStore(onSound, soundState)
  const [notices, setNotices] = useState(noticePermission)

  async function askNotices(): Promise<void> {
    if (notices === 'off') {
      showToast({ text: 'เบราว์เซอร์ปิดการแจ้งเตือนของเว็บนี้ไว้ เปิดได้ในการตั้งค่าเว็บไซต์ของเบราว์เซอร์' })
      return
    }
    if (notices === 'ask') setNotices(await askForNotices())
  }

  const items: MenuItem[] = [
    {
      key: 'mute',
      label: sound === 'muted' ? 'เปิดเสียงแจ้งเตือน' : 'ปิดเสียงแจ้งเตือน',
      icon:
        sound === 'muted' ? <IconVolume size={20} aria-hidden /> : <IconVolumeOff size={20} aria-hidden />,
      onSelect: () => mute(sound !== 'muted'),
    },
    {
      key: 'test',
      label: 'ทดสอบเสียง',
      icon: <IconBellRinging size={20} aria-hidden />,
      onSelect: () => void testSound(),
    },
    ...(notices === 'none'
      ? []
      : [
          {
            key: 'notices',
            label: NOTICE_LABELS[notices],
            icon: <IconDeviceDesktop size={20} aria-hidden />,
            onSelect: () => void askNotices(),
            disabled: notices === 'on',
          },
        ]),
  ]
  return (
    <div className={classes.place}>
      {sound === 'blocked' ? (
        <span role="status" className={classes.blocked}>
          <span className={classes.words}>เบราว์เซอร์ปิดเสียงแจ้งเตือนไว้</span>
          <Button size="sm" variant="tint" onClick={() => void testSound()}>
            เปิดเสียง
          </Button>
        </span>
      ) : null}
      <Menu
        label={sound === 'muted' ? 'การแจ้งเตือน ปิดเสียงอยู่' : 'การแจ้งเตือน'}
        className={classes.bell}
        items={items}
      >
        {sound === 'muted' ? <IconBellOff size={20} aria-hidden /> : <IconBell size={20} aria-hidden />}
      </Menu>
    </div>
  )
}
