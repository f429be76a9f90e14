import { ISSUE_TYPES } from 'shared/contract/constants.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { Button } from 'shared/ui'
import { mayCorrect, useViewer } from '../signed-in-user.ts'
import { useCorrectSubject } from '../ticket/use-correct-subject.ts'
import classes from './CloseConfirmation.module.css'

/** Choice of the issue type, which is known best when closing; one click saves it immediately. */
export function CloseSubject({ ticket }: { ticket: Ticket }) {
  const viewer = useViewer()
  const { newSubject, correct } = useCorrectSubject(ticket)
  if (!mayCorrect(viewer, ticket)) return null
  const shown = newSubject ?? ticket.subject
  return (
    <fieldset className={classes.subjects}>
      <legend>ประเภทปัญหา</legend>
      {Object.values(ISSUE_TYPES).map((subject) => (
        <Button
          key={subject}
          size="sm"
          variant={subject === shown ? 'tint' : 'outline'}
          aria-pressed={subject === shown}
          onClick={() => correct(subject)}
        >
          {subject}
        </Button>
      ))}
    </fieldset>
  )
}
