import { useQuery } from '@tanstack/react-query'
import { hasErrorCode } from 'shared/api'
import { useRole } from 'shared/session'
import { Button, Dialog, EmptyState } from 'shared/ui'
import { QueryStates } from '../content/QueryStates.tsx'
import classes from './EntryDialog.module.css'
import { EntryEditor } from './EntryEditor.tsx'
import { EntryView } from './EntryView.tsx'
import { entryQuery } from './entries.queries.ts'
import { useHasEdit } from './entry-edits.store.ts'

export interface EntryDialogProps {
  id: string
  onClose: () => void
  onOpen: (id: string) => void
}

export function EntryDialog({ id, onClose, onOpen }: EntryDialogProps) {
  const isManager = useRole() === 'BUSINESS'
  const query = useQuery(entryQuery(id))
  const { data: entry, error } = query
  const hasEdit = useHasEdit(id)
  const isRemoved = error !== null && hasErrorCode(error, 'not_found')
  // Keeps unsaved text visible after another user has deleted the entry.
  if (entry !== undefined && (!isRemoved || (isManager && hasEdit)))
    return isManager ? (
      <EntryEditor key={id} entry={entry} isRemoved={isRemoved} onClose={onClose} onOpen={onOpen} />
    ) : (
      <EntryView entry={entry} onClose={onClose} />
    )
  return (
    <Dialog open inAddress title="รายการในฐานความรู้" placement="sheet" onClose={onClose}>
      <div className={classes.content}>
        {error !== null && hasErrorCode(error, 'not_found', 'invalid_request') ? (
          <EmptyState
            title="ไม่พบรายการนี้"
            action={
              <Button variant="tint" onClick={onClose}>
                ปิด
              </Button>
            }
          >
            รายการนี้อาจถูกลบไปแล้ว ดูได้ในประวัติ
          </EmptyState>
        ) : (
          <QueryStates query={query} failed="โหลดรายการไม่สำเร็จ" lines={2} height={120}>
            {() => null}
          </QueryStates>
        )}
      </div>
    </Dialog>
  )
}
