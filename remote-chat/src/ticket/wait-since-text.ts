import type { DeliveryWait } from 'shared/contract/messages/delivery-wait.ts'
import { serverNow } from 'shared/session'
import { dayKey, formatThaiShort, formatThaiTime } from 'shared/ui'

export function waitSinceText({ since }: DeliveryWait, now = new Date(serverNow())): string {
  const format = dayKey(since) === dayKey(now.toISOString()) ? formatThaiTime : formatThaiShort
  return `ตั้งแต่ ${format(since)}`
}
