import IconArrowsExchange from '@tabler/icons-react/dist/esm/icons/IconArrowsExchange.mjs'
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs'
import IconVolume from '@tabler/icons-react/dist/esm/icons/IconVolume.mjs'
import IconVolume3 from '@tabler/icons-react/dist/esm/icons/IconVolume3.mjs'
import { useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router-dom'
import { readStored, readToken, writeStored } from 'shared/session'
import { Button, Menu, type MenuItem } from 'shared/ui'
import { ticketAddress } from '../address/ticket-address.ts'
import { mute, onSound, soundState, testSound } from '../alerts/alert-sound.store.ts'
import {
  type NoticePermission,
  noticePermission,
  requestNoticePermission,
} from '../alerts/desktop-notifications.ts'
import { chooseNoticeContent, type NoticeContent, noticeContent } from '../alerts/notification-content.ts'
import { onRecentAssignmentChanges, recentAssignmentChanges } from '../alerts/recent-assignment-changes.ts'
import classes from './AlertBell.module.css'

/**
 * Storage key of the session in which a button dismissed the sound notice: the notice returns after the next sign-in. A
 * click elsewhere unlocks the sound only until the page is reloaded, so the notice then returns.
 */
const DISMISSED_KEY = 'sound_notice_dismissed'
const sessionMark = () => readToken()?.slice(-12) ?? ''

const NOTICE_LABELS: Record<NoticePermission, string> = {
  on: 'การแจ้งเตือนบนหน้าจอ: เปิดอยู่',
  ask: 'เปิดการแจ้งเตือนบนหน้าจอ',
  off: 'การแจ้งเตือนบนหน้าจอ: เปิดในการตั้งค่าของเบราว์เซอร์',
  none: 'เบราว์เซอร์นี้แจ้งเตือนบนหน้าจอไม่ได้ ใช้เสียงแทน',
  insecure: 'แจ้งเตือนบนหน้าจอได้เมื่อเปิดระบบผ่าน https',
  ios: 'เพิ่มหน้านี้ไปยังหน้าจอโฮม แล้วเปิดจากที่นั่น จึงจะแจ้งเตือนบนหน้าจอได้',
}

const CONTENT_LABELS: Record<NoticeContent, string> = {
  all: 'แสดงชื่อและข้อความ',
  name: 'แสดงชื่อเท่านั้น',
  nothing: 'ไม่แสดงชื่อและข้อความ',
}

const CONTENTS = ['all', 'name', 'nothing'] as const satisfies readonly NoticeContent[]

export default function AlertBell() {
  const sound = useSyncExternalStore(onSound, soundState)
  const assignmentChanges = useSyncExternalStore(onRecentAssignmentChanges, recentAssignmentChanges)
  const navigate = useNavigate()
  const [notices, setNotices] = useState(noticePermission)
  const [shown, setShown] = useState(noticeContent)
  const [isDismissed, setDismissed] = useState(() => readStored(DISMISSED_KEY) === sessionMark())

  async function enableNotices(): Promise<void> {
    setNotices(await requestNoticePermission())
  }

  const isMuted = sound === 'muted'
  const [StateIcon, ToggleIcon] = isMuted ? [IconVolume3, IconVolume] : [IconVolume, IconVolume3]
  const dismiss = () => {
    writeStored(DISMISSED_KEY, sessionMark())
    setDismissed(true)
  }
  const items: MenuItem[] = [
    {
      key: 'mute',
      label: isMuted ? 'เปิดเสียงแจ้งเตือน' : 'ปิดเสียงแจ้งเตือน',
      icon: <ToggleIcon size={20} aria-hidden />,
      onSelect: () => mute(!isMuted),
    },
    {
      key: 'test',
      label: 'ทดสอบเสียง',
      icon: <IconVolume size={20} aria-hidden />,
      onSelect: () => void testSound(),
    },
    {
      key: 'notices',
      label: NOTICE_LABELS[notices],
      icon: <IconBell size={20} aria-hidden />,
      onSelect: () => void enableNotices(),
      disabled: notices !== 'ask',
      startsGroup: true,
    },
    ...(notices === 'on' ? CONTENTS : []).map((content) => ({
      key: `content ${content}`,
      label: CONTENT_LABELS[content],
      choice: { kind: 'radio' as const, isOn: content === shown },
      onSelect: () => {
        chooseNoticeContent(content)
        setShown(content)
      },
    })),
    ...assignmentChanges.map(({ ticketId, text }) => ({
      key: ticketId,
      label: text,
      icon: <IconArrowsExchange size={20} aria-hidden />,
      onSelect: () => navigate(ticketAddress(ticketId)),
    })),
  ]
  return (
    <div className={classes.anchor}>
      {sound === 'blocked' && !isDismissed ? (
        <span role="status" className={classes.blocked}>
          <span className={classes.text}>เบราว์เซอร์ปิดเสียงแจ้งเตือนไว้</span>
          <Button
            size="sm"
            variant="tint"
            onClick={() => {
              dismiss()
              void testSound()
            }}
          >
            เปิดเสียง
          </Button>
          <Button size="sm" variant="subtle" onClick={dismiss}>
            ไว้ก่อน
          </Button>
        </span>
      ) : null}
      <Menu label={`เสียงและการแจ้งเตือน${isMuted ? ' ปิดเสียงอยู่' : ''}`} className={classes.bell} items={items}>
        <StateIcon size={20} aria-hidden />
      </Menu>
    </div>
  )
}
