import { OpenQuestionSection } from '../open-questions/OpenQuestionSection.tsx'
import { ProposalSection } from '../proposals/ProposalSection.tsx'
import classes from './NextToWrite.module.css'

/** Column next to the forms, with open questions to answer and proposals to review. */
export function NextToWrite() {
  return (
    <aside className={classes.side} aria-label="ถัดไปที่ควรเขียน">
      <ProposalSection />
      <OpenQuestionSection />
    </aside>
  )
}
