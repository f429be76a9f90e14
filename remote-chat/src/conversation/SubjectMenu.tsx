import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { ISSUE_TYPES } from 'shared/contract/constants.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { ClippedMarks, Menu } from 'shared/ui'
import { mayCorrect, useViewer } from '../signed-in-user.ts'
import { useCorrectSubject } from '../ticket/use-correct-subject.ts'
import classes from './SubjectMenu.module.css'

export function SubjectMenu({ ticket }: { ticket: Ticket }) {
  const viewer = useViewer()
  const { newSubject, correct } = useCorrectSubject(ticket)
  const shown = newSubject ?? ticket.subject
  const words = (
    <span className={classes.subject} title={shown}>
      <ClippedMarks text={shown} />
    </span>
  )
  if (!mayCorrect(viewer, ticket)) return words
  return (
    <Menu
      label="ประเภทปัญหา"
      header="ประเภทปัญหา"
      className={classes.trigger}
      items={Object.values(ISSUE_TYPES).map((subject) => ({
        key: subject,
        label: subject,
        icon:
          subject === shown ? (
            <span role="img" aria-label="ที่เลือกไว้">
              <IconCheck size={20} aria-hidden />
            </span>
          ) : (
            <span className={classes.unchosen} />
          ),
        onSelect: () => correct(subject),
      }))}
    >
      {words}
      <IconChevronDown size={14} aria-hidden />
    </Menu>
  )
}
