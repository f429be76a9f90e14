import { readSession, readStored, writeStored } from 'shared/session'
import type { Alert } from './alert-rules.ts'

export type NoticeContent = 'all' | 'name' | 'nothing'

const keyOf = () => `alert_notice:${readSession().profile?.id}`

export function noticeContent(): NoticeContent {
  const chosen = readStored(keyOf())
  return chosen === 'name' || chosen === 'nothing' ? chosen : 'all'
}

export function chooseNoticeContent(content: NoticeContent): void {
  writeStored(keyOf(), content === 'all' ? null : content)
}

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
