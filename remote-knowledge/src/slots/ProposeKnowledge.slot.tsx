import IconBulb from '@tabler/icons-react/dist/esm/icons/IconBulb.mjs'
import { useState } from 'react'
import type { SlotContexts } from 'shared/extensions'
import { Button, deferred, useLazyDialog } from 'shared/ui'
import classes from './ProposeKnowledge.module.css'

const proposalDialog = deferred(
  async () =>
    (await import(/* webpackChunkName: "propose" */ '../proposals/ProposalDialog.tsx')).ProposalDialog,
)

export default function ProposeKnowledge({ ticketId }: SlotContexts['ticket-closing']) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const Dialog = useLazyDialog(proposalDialog, isOpen, close)
  return (
    <p className={classes.line}>
      <Button
        size="sm"
        variant="subtle"
        leftSection={<IconBulb size={16} aria-hidden />}
        aria-haspopup="dialog"
        {...proposalDialog.preloadProps}
        onClick={() => setOpen(true)}
      >
        เสนอเป็นความรู้
      </Button>
      {Dialog && isOpen ? <Dialog ticketId={ticketId} onClose={close} /> : null}
    </p>
  )
}
