import { OpenQuestionSection } from '../open-questions/OpenQuestionSection.tsx'
import { ProposalSection } from '../proposals/ProposalSection.tsx'
import classes from './NextToWrite.module.css'

export function NextToWrite() {
  return (
    <aside className={classes.side} aria-label="ถัดไปที่ควรเขียน">
      <ProposalSection />
      <OpenQuestionSection />
    </aside>
  )
}
