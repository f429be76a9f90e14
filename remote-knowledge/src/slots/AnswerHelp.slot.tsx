import IconSparkles from '@tabler/icons-react/dist/esm/icons/IconSparkles.mjs'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { SlotContexts } from 'shared/extensions'
import { deferred, IconButton, useLateWindow } from 'shared/ui'

const answerWindow = deferred(
  async () => (await import(/* webpackChunkName: "answers" */ '../answers/AnswerWindow.tsx')).AnswerWindow,
)

/** Below the field to answer in: what the knowledge base says to the customer's last question. */
export default function AnswerHelp({ ticketId, insert, insertPicture }: SlotContexts['composer-tools']) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const Window = useLateWindow(answerWindow, isOpen, close)
  /** The window gives the focus back as it closes; what is chosen goes into the field after that. */
  const closeAnd = (act: () => void) => {
    flushSync(close)
    act()
  }
  return (
    <>
      <IconButton
        label="แนะนำคำตอบ"
        aria-haspopup="dialog"
        onPointerEnter={answerWindow.preload}
        onFocus={answerWindow.preload}
        onClick={() => setOpen(true)}
      >
        <IconSparkles size={20} aria-hidden />
      </IconButton>
      {Window && isOpen ? (
        <Window
          ticketId={ticketId}
          onInsert={(text) => closeAnd(() => insert(text))}
          onPicture={(url) => closeAnd(() => insertPicture(url))}
          onClose={close}
        />
      ) : null}
    </>
  )
}
