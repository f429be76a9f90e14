import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect } from 'react'
import { errorText, hasErrorCode } from 'shared/api'
import { followReconnect } from 'shared/realtime'
import { ErrorState } from 'shared/ui'

export interface FailedQueryProps {
  title: string
  of: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>
  text?: string
  action?: ReactNode
}

/** Retries when the connection returns. A forbidden channel has no retry button. */
export function FailedQuery({ title, of, text, action }: FailedQueryProps) {
  const { error, isFetching, refetch } = of
  // Subscribes in a layout effect, so that no reconnect is missed once the error is visible.
  useLayoutEffect(() => followReconnect(() => void refetch()), [refetch])
  if (hasErrorCode(error, 'forbidden_channel'))
    return (
      <ErrorState title={errorText(error)} action={action}>
        เลือกบัญชีอื่นจากด้านบน
      </ErrorState>
    )
  return (
    <ErrorState title={title} onRetry={() => void refetch()} retrying={isFetching}>
      {text ?? errorText(error)}
    </ErrorState>
  )
}
