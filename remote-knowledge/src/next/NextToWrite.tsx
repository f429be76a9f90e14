import { OpenQuestionSection } from '../open-questions/OpenQuestionSection.tsx'
import { ProposalSection } from '../proposals/ProposalSection.tsx'
import classes from './NextToWrite.module.css'

/** Beside the forms: what to write next, and what others have written already. */
export function NextToWrite() {
  return (
    <aside className={classes.side} aria-label="ถัดไปที่ควรเขียน">
      <ProposalSection />
      <OpenQuestionSection />
    </aside>
  )
}
