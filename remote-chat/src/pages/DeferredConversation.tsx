import { useEffect } from 'react'
import { DOCK_BREAKPOINT_PX } from 'shared/contract/constants.ts'
import { deferred, Spinner, showToast, useDeferred, useMediaQuery, whenIdle } from 'shared/ui'
import type { ConversationPanelProps } from '../conversation/ConversationPanel.tsx'
import classes from './DeferredConversation.module.css'

/** A list is usable before any conversation is: the conversation's code comes in an idle moment, or with the first one opened. */
const conversation = deferred(
  async () =>
    (await import(/* webpackChunkName: "later" */ '../conversation/ConversationPanel.tsx')).ConversationPanel,
)

const IDLE_WITHIN_MS = 3_000

/** Fetches the conversation's code once the page has nothing better to do; what fails now is fetched when it is wanted. */
export function usePreloadedConversation(): void {
  useEffect(() => whenIdle(() => void conversation.load().catch(() => undefined), IDLE_WITHIN_MS), [])
}

/** The open conversation. While its code is on the way its place beside the list is kept. */
export function DeferredConversation(props: ConversationPanelProps) {
  const docks = useMediaQuery(`(min-width: ${DOCK_BREAKPOINT_PX}px)`)
  const Panel = useDeferred(conversation, true, () => {
    showToast({ tone: 'error', text: 'เปิดแชทไม่สำเร็จ กรุณาลองใหม่อีกครั้ง' })
    props.onClose()
  })
  if (Panel !== null) return <Panel {...props} />
  return docks ? (
    <div className={classes.place}>
      <Spinner />
    </div>
  ) : null
}
