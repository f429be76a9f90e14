import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { serverTimeOf } from 'shared/session'
import { healthQuery } from './overview.queries.ts'

export type Status = 'online' | 'offline' | 'checking'

export const STATUS_TEXTS: Record<Status, string> = {
  online: 'ออนไลน์',
  offline: 'ออฟไลน์',
  checking: 'กำลังตรวจสอบ',
}

export function useStatus() {
  const health = useQuery(healthQuery)
  const [isRechecking, setRechecking] = useState(false)
  const check = () => {
    setRechecking(true)
    void health.refetch().finally(() => setRechecking(false))
  }
  const status: Status = health.isPending || isRechecking ? 'checking' : health.isError ? 'offline' : 'online'
  const updatedAt = Math.max(health.dataUpdatedAt, health.errorUpdatedAt)
  const at = useMemo(() => serverTimeOf(updatedAt), [updatedAt])
  return { status, at, check }
}
