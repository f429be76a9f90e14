import IconSparkles from '@tabler/icons-react/dist/esm/icons/IconSparkles.mjs'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { SlotContexts } from 'shared/extensions'
import { deferred, IconButton, useLazyDialog } from 'shared/ui'

const answerDialog = deferred(
  async () => (await import(/* webpackChunkName: "answers" */ '../answers/AnswerDialog.tsx')).AnswerDialog,
)

export default function SuggestedAnswers({ ticketId, insert, insertImage }: SlotContexts['composer-tools']) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const Dialog = useLazyDialog(answerDialog, isOpen, close)
  /** Closes the panel before `act`, because closing restores the focus, and `act` may move the focus again. */
  const closeThen = (act: () => void) => {
    flushSync(close)
    act()
  }
  return (
    <>
      <IconButton
        label="แนะนำคำตอบ"
        aria-haspopup="dialog"
        {...answerDialog.preloadProps}
        onClick={() => setOpen(true)}
      >
        <IconSparkles size={20} aria-hidden />
      </IconButton>
      {Dialog && isOpen ? (
        <Dialog
          ticketId={ticketId}
          onInsert={(text) => closeThen(() => insert(text))}
          onImage={(url) => closeThen(() => insertImage(url))}
          onClose={close}
        />
      ) : null}
    </>
  )
}
