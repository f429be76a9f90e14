import { readSession, readStored, writeStored } from 'shared/session'
import type { Alert } from './alert-rules.ts'

/** Amount of content that a banner shows, since others may see the screen. */
export type NoticeContent = 'all' | 'name' | 'nothing'

const keyOf = () => `alert_notice:${readSession().profile?.id}`

/** Returns how much banners show by the user's choice, which is stored per browser. */
export function noticeContent(): NoticeContent {
  const chosen = readStored(keyOf())
  return chosen === 'name' || chosen === 'nothing' ? chosen : 'all'
}

export function chooseNoticeContent(content: NoticeContent): void {
  writeStored(keyOf(), content === 'all' ? null : content)
}

/** Title and text of a banner, at the chosen level of detail. */
export function noticeTexts({ title, text }: Pick<Alert, 'title' | 'text'>): { title: string; body: string } {
  switch (noticeContent()) {
    case 'all':
      return { title, body: text }
    case 'name':
      return { title, body: '' }
    case 'nothing':
      return { title: 'OA Desk', body: 'มีการแจ้งเตือนใหม่' }
  }
}
