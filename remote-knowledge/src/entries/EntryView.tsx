import type { KnowledgeEntry } from 'shared/contract/knowledge/knowledge-entry.ts'
import { Dialog } from 'shared/ui'
import { KnowledgeText } from '../content/KnowledgeText.tsx'
import { EntryDetails } from './EntryDetails.tsx'
import classes from './EntryDialog.module.css'

export function EntryView({ entry, onClose }: { entry: KnowledgeEntry; onClose: () => void }) {
  return (
    <Dialog open inAddress title="รายการในฐานความรู้" placement="sheet" onClose={onClose}>
      <div className={classes.content}>
        <EntryDetails entry={entry} />
        <KnowledgeText text={entry.text} />
      </div>
    </Dialog>
  )
}
