import { useMutation, useQueryClient } from '@tanstack/react-query'
import { knowledgeCalls } from 'shared/api'
import { KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'
import { showToast } from 'shared/ui'
import { bannerText } from '../content/knowledge-error.ts'
import { knowledgeFamilyKey } from '../content/knowledge-query-keys.ts'
import { type EntryInput, textOf } from '../forms/knowledge-draft.ts'
import { sourcesQuery } from '../overview/overview.queries.ts'
import { type AddDrafts, readAddDrafts, resetForm } from './add-drafts.store.ts'

const ADD_MUTATION_KEY = [...knowledgeFamilyKey, 'add'] as const

/** Existing entry that has the text of the form. `entryId` is null when the server does not name the entry. */
export interface ExistingText {
  entryId: string | null
  written: EntryInput
}

export function useAddKnowledge(kind: keyof AddDrafts, onAdded: () => void) {
  const client = useQueryClient()
  const source = KNOWLEDGE_SOURCES[kind]
  const addMutation = useMutation({
    mutationKey: ADD_MUTATION_KEY,
    mutationFn: async (written: EntryInput): Promise<ExistingText | null> => {
      const { postKnowledge } = await knowledgeCalls()
      const { inserted, entry_id: entryId = null } = await postKnowledge({
        source,
        text: textOf(written.draft),
        replace: false,
        // Sends a validity period only for a promotion, because older servers accept none for a question.
        ...(kind === 'promotion' ? periodOf(written) : {}),
      })
      return inserted === 0 ? { entryId, written } : null
    },
    onSuccess: async (known, written) => {
      if (known !== null) return
      showToast({ tone: 'success', text: 'เพิ่มข้อมูลเข้าฐานความรู้แล้ว' })
      resetForm(kind, written)
      onAdded()
      await client.invalidateQueries({ queryKey: knowledgeFamilyKey })
      // Fetches the sources too, because invalidation refetches only data that a component displays now.
      await client.prefetchQuery(sourcesQuery)
    },
    onError: (error) => {
      console.warn('an entry could not be added to the knowledge base', error)
      showToast({ tone: 'error', text: bannerText(error, 'บันทึกข้อมูลไม่สำเร็จ') })
    },
  })
  const add = () => {
    // Ignores the second of two quick clicks, which arrives before the first is rendered.
    if (client.isMutating({ mutationKey: ADD_MUTATION_KEY }) === 0) addMutation.mutate(readAddDrafts()[kind])
  }
  const known = addMutation.data ?? null
  return {
    add,
    isAdding: addMutation.isPending,
    known: known !== null && known.written === readAddDrafts()[kind] ? known : null,
  }
}

function periodOf({ period }: EntryInput) {
  return period.valid_from === null && period.valid_until === null ? {} : period
}
