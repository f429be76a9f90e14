import { useMutation, useQueryClient } from '@tanstack/react-query'
import { hasErrorCode, type KnowledgeCalls, knowledgeCalls } from 'shared/api'
import type { KnowledgeEntry } from 'shared/contract/knowledge/knowledge-entry.ts'
import { showToast } from 'shared/ui'
import { bannerText } from '../content/knowledge-error.ts'
import { knowledgeFamilyKey } from '../content/knowledge-query-keys.ts'
import { type EntryInput, textOf } from '../forms/knowledge-draft.ts'
import { entryQuery } from './entries.queries.ts'
import { dropEdit } from './entry-edits.store.ts'

const CHANGING = [...knowledgeFamilyKey, 'change-entry'] as const

/** Conflict with another change. `removed`: another user has deleted the entry. */
export type ChangeConflict = NonNullable<ReturnType<KnowledgeCalls['conflictOf']>> | 'removed'

interface ChangeEntryOptions {
  onDone: () => void
  /** Called when nothing was stored, because the entry has changed or another entry has the same text. */
  onConflict: (conflict: ChangeConflict) => void
}

export function useChangeEntry({ onDone, onConflict }: ChangeEntryOptions) {
  const client = useQueryClient()
  const changing = useMutation({
    mutationKey: CHANGING,
    mutationFn: async ({ entry, written }: { entry: KnowledgeEntry; written: EntryInput | null }) => {
      const calls = await knowledgeCalls()
      try {
        if (written === null) await calls.removeEntry(entry)
        else {
          const body = { version: entry.version, text: textOf(written.draft), ...written.period }
          const stored = await calls.putEntry(entry.id, body)
          client.setQueryData(entryQuery(entry.id).queryKey, stored)
        }
        return null
      } catch (error) {
        const conflict = hasErrorCode(error, 'not_found') ? 'removed' : calls.conflictOf(error)
        if (conflict === null) throw error
        return conflict
      }
    },
    onSuccess: (conflict, { entry, written }) => {
      if (conflict !== null) {
        // Does not change the version in `entry-edits.store`, on which the unsaved text is based.
        if (conflict !== 'removed' && conflict.entry !== null)
          client.setQueryData(entryQuery(entry.id).queryKey, conflict.entry)
        return onConflict(conflict)
      }
      dropEdit(entry.id)
      showToast({ tone: 'success', text: written === null ? 'ลบรายการแล้ว' : 'บันทึกการแก้ไขแล้ว' })
      onDone()
      if (written === null) client.removeQueries({ queryKey: entryQuery(entry.id).queryKey })
      void client.invalidateQueries({ queryKey: knowledgeFamilyKey })
    },
    onError: (error, { written }) => {
      console.warn('an entry of the knowledge base could not be changed', error)
      const failed = written === null ? 'ลบรายการไม่สำเร็จ' : 'บันทึกการแก้ไขไม่สำเร็จ'
      showToast({ tone: 'error', text: bannerText(error, failed) })
    },
  })
  const run = (entry: KnowledgeEntry, written: EntryInput | null) => {
    if (client.isMutating({ mutationKey: CHANGING }) === 0) changing.mutate({ entry, written })
  }
  return {
    store: (entry: KnowledgeEntry, written: EntryInput) => run(entry, written),
    remove: (entry: KnowledgeEntry) => run(entry, null),
    isChanging: changing.isPending,
  }
}
