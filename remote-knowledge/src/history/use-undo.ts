import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { knowledgeCalls } from 'shared/api'
import { closeToastsAbout, showToast } from 'shared/ui'
import { bannerText } from '../content/knowledge-error.ts'
import { knowledgeFamilyKey } from '../content/knowledge-keys.ts'

const UNDOING = [...knowledgeFamilyKey, 'undo'] as const
const UNDONE = 'knowledge undo'

/** Why nothing was undone: an entry has been changed since; with `knownId` its earlier text stands in that entry now. */
export interface UndoConflict {
  knownId: string | null
}

type Undone = UndoConflict | 'done' | 'running'

/** Undoes a line of the history; what takes long goes on by itself, and the line tells how far it is. */
export function useUndo(log: string, onDone: () => void) {
  const client = useQueryClient()
  const undoing = useMutation({
    mutationKey: UNDOING,
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
      console.warn('a line of the history was not undone', error)
      showToast({ tone: 'error', text: bannerText(error, 'เลิกทำไม่สำเร็จ') })
    },
  })
  /** Who has gone on to another line is told by the line that was undone: here nothing of it is said or closed. */
  const onSuccess = (ended: Undone) => {
    if (ended !== 'done') return
    showToast({ tone: 'success', text: 'เลิกทำแล้ว ข้อมูลกลับเป็นเหมือนก่อนหน้า', about: UNDONE })
    onDone()
  }
  // Beside this line it would be read as that it has been undone.
  useEffect(() => closeToastsAbout(UNDONE), [])
  return {
    undo: () => {
      if (client.isMutating({ mutationKey: UNDOING }) === 0) undoing.mutate(undefined, { onSuccess })
    },
    isUndoing: undoing.isPending,
    conflict: typeof undoing.data === 'object' ? undoing.data : null,
  }
}
