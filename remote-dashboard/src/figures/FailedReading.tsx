import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect } from 'react'
import { errorText, hasErrorCode } from 'shared/api'
import { followReturn } from 'shared/realtime'
import { ErrorState } from 'shared/ui'

export interface FailedReadingProps {
  /** What could not be read. */
  title: string
  of: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>
  /** Default: as of any reading. */
  words?: string
  /** Where there is no right to the account: another way on than to choose one. */
  action?: ReactNode
}

/** Nothing was read: a way on, which the network's return takes by itself. No retry gives a right to an account. */
export function FailedReading({ title, of, words, action }: FailedReadingProps) {
  const { error, isFetching, refetch } = of
  // From the moment in which it says so.
  useLayoutEffect(() => followReturn(() => void refetch()), [refetch])
  if (hasErrorCode(error, 'forbidden_channel'))
    return (
      <ErrorState title={errorText(error)} action={action}>
        เลือกบัญชีอื่นจากด้านบน
      </ErrorState>
    )
  return (
    <ErrorState title={title} onRetry={() => void refetch()} retrying={isFetching}>
      {words ?? errorText(error)}
    </ErrorState>
  )
}
