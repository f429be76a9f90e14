import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { knowledgeCalls } from 'shared/api'
import { closeToastsAbout, showToast } from 'shared/ui'
import { bannerText } from '../content/knowledge-error.ts'
import { knowledgeFamilyKey } from '../content/knowledge-query-keys.ts'

const UNDO_MUTATION_KEY = [...knowledgeFamilyKey, 'undo'] as const
const UNDO_TOAST = 'knowledge undo'

/** Conflict of an undo: the entry has newer changes, or another entry (`knownId`) has the text to be restored. */
export interface UndoConflict {
  knownId: string | null
}

type Undone = UndoConflict | 'done' | 'running'

/** Undoes a change. A long undo continues in the background, and the history record then contains its progress. */
export function useUndo(log: string, onDone: () => void) {
  const client = useQueryClient()
  const undoing = useMutation({
    mutationKey: UNDO_MUTATION_KEY,
    mutationFn: async (): Promise<Undone> => {
      const { postUndo, conflictOf } = await knowledgeCalls()
      try {
        return (await postUndo(log)) === null ? 'running' : 'done'
      } catch (error) {
        const conflict = conflictOf(error)
        if (conflict === null) throw error
        return { knownId: conflict.knownId }
      }
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: knowledgeFamilyKey })
    },
    onError: (error) => {
      console.warn('a history row could not be undone', error)
      showToast({ tone: 'error', text: bannerText(error, 'เลิกทำไม่สำเร็จ') })
    },
  })
  /** Not called for a record whose dialog was closed. */
  const onSuccess = (ended: Undone) => {
    if (ended !== 'done') return
    showToast({ tone: 'success', text: 'เลิกทำแล้ว ข้อมูลกลับเป็นเหมือนก่อนหน้า', about: UNDO_TOAST })
    onDone()
  }
  // Removes an earlier notification, which would seem to be about the record that is opened now.
  useEffect(() => closeToastsAbout(UNDO_TOAST), [])
  return {
    undo: () => {
      if (client.isMutating({ mutationKey: UNDO_MUTATION_KEY }) === 0)
        undoing.mutate(undefined, { onSuccess })
    },
    isUndoing: undoing.isPending,
    conflict: typeof undoing.data === 'object' ? undoing.data : null,
  }
}
