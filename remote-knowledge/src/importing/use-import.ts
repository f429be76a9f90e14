import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { hasErrorCode, knowledgeCalls } from 'shared/api'
import type { ImportPreview } from 'shared/contract/knowledge/import-entries.call.ts'
import { showToast } from 'shared/ui'
import { formatCount } from '../content/format-count.ts'
import { bannerText } from '../content/knowledge-error.ts'
import { knowledgeFamilyKey } from '../content/knowledge-keys.ts'
import { type ImportDraft, resetImport } from './import-draft.store.ts'

const APPLYING = [...knowledgeFamilyKey, 'import'] as const

/** What was previewed, and of what: only that can be applied. */
export interface Previewed {
  draft: ImportDraft
  preview: ImportPreview
}

/** Previews an import, and does what was previewed; then the form is empty. */
export function useImport() {
  const client = useQueryClient()
  const [previewed, setPreviewed] = useState<Previewed | null>(null)
  const previewing = useMutation({
    mutationFn: async (draft: ImportDraft) => ({
      draft,
      preview: await (await knowledgeCalls()).postImportPreview(draft),
    }),
    onSuccess: setPreviewed,
    onError: (error) => {
      console.warn('an import was not previewed', error)
      showToast({ tone: 'error', text: bannerText(error, 'ตรวจสอบข้อมูลไม่สำเร็จ') })
    },
  })
  const applying = useMutation({
    mutationKey: APPLYING,
    mutationFn: async ({ draft, preview }: Previewed) =>
      (await knowledgeCalls()).postImport({ ...draft, digest: preview.digest }),
    onSuccess: ({ counts }, { draft }) => {
      const done = counts.new + counts.changed
      showToast({ tone: 'success', text: `นำเข้าแล้ว ${formatCount(done)} รายการ` })
      setPreviewed(null)
      resetImport(draft)
      void client.invalidateQueries({ queryKey: knowledgeFamilyKey })
    },
    onError: (error, { draft }) => {
      console.warn('an import was not applied', error)
      if (hasErrorCode(error, 'conflict')) {
        // Shown anew, so that it can be looked at again before it is done.
        showToast({ tone: 'error', text: 'ฐานความรู้เปลี่ยนไปหลังตรวจสอบ ยังไม่ได้นำเข้า กรุณาดูตัวอย่างใหม่อีกครั้ง' })
        previewing.mutate(draft)
      } else showToast({ tone: 'error', text: bannerText(error, 'นำเข้าไม่สำเร็จ') })
    },
  })
  return {
    previewed,
    preview: (draft: ImportDraft) => previewing.mutate(draft),
    isPreviewing: previewing.isPending,
    apply: (what: Previewed) => {
      // Of two quick presses the second comes before the first is drawn.
      if (client.isMutating({ mutationKey: APPLYING }) === 0) applying.mutate(what)
    },
    isApplying: applying.isPending,
    forget: () => setPreviewed(null),
  }
}
