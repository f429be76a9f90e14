import { useEffect } from 'react'
import { DOCK_BREAKPOINT_PX } from 'shared/contract/constants.ts'
import { deferred, Spinner, showToast, useDeferred, useMediaQuery, whenIdle } from 'shared/ui'
import type { ConversationPanelProps } from '../conversation/ConversationPanel.tsx'
import classes from './DeferredConversation.module.css'

/** The conversation's code is loaded when the browser is idle or on first use, so that the list is usable early. */
const conversation = deferred(
  async () =>
    (await import(/* webpackChunkName: "later" */ '../conversation/ConversationPanel.tsx')).ConversationPanel,
)

const IDLE_WITHIN_MS = 3_000

/** Preloads the conversation's code. A failed import is repeated when the conversation is opened. */
export function usePreloadedConversation(): void {
  useEffect(() => whenIdle(() => void conversation.load().catch(() => undefined), IDLE_WITHIN_MS), [])
}

/** Conversation whose code is loaded later. Its space next to the list is reserved while the code is loading. */
export function DeferredConversation(props: ConversationPanelProps) {
  const docks = useMediaQuery(`(min-width: ${DOCK_BREAKPOINT_PX}px)`)
  const Panel = useDeferred(conversation, true, () => {
    showToast({ tone: 'error', text: 'เปิดแชทไม่สำเร็จ กรุณาลองใหม่อีกครั้ง' })
    props.onClose()
  })
  if (Panel !== null) return <Panel {...props} />
  return docks ? (
    <div className={classes.loading}>
      <Spinner />
    </div>
  ) : null
}
