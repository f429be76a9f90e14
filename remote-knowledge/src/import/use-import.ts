import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { hasErrorCode, isApiError, knowledgeCalls } from 'shared/api'
import { IMPORT_PART_LENGTH } from 'shared/contract/constants.ts'
import type { ImportPreview } from 'shared/contract/knowledge/import-entries.call.ts'
import { asRaw } from 'shared/contract/raw-json.ts'
import { showToast } from 'shared/ui'
import { bannerText } from '../content/knowledge-error.ts'
import { beginUpload } from '../forms/record-upload.ts'
import { newUuid } from '../proposals/new-uuid.ts'
import { APPLYING, importQuery } from './import.queries.ts'
import { type ImportDraft, readFileName, setImportRun } from './import-draft.store.ts'
import { type ImportUpload, uploadText } from './upload-text.ts'

export interface PreviewedImport {
  draft: ImportDraft
  preview: ImportPreview
  /** Id of the import and idempotency key of its requests. */
  id: string
}

export interface SentParts {
  sent: number
  parts: number
}

export function useImport() {
  const client = useQueryClient()
  const [previewed, setPreviewed] = useState<PreviewedImport | null>(null)
  const [sending, setSending] = useState<SentParts | null>(null)
  const uploads = useRef(new WeakMap<ImportDraft, ImportUpload>())
  const stop = useRef<AbortController | null>(null)

  const importInputOf = async (draft: ImportDraft, signal?: AbortSignal) => {
    const { text, ...rest } = draft
    if (text.length <= IMPORT_PART_LENGTH) return draft
    const known = uploads.current.get(draft)
    if (known !== undefined) return { ...rest, upload: known }
    const stopped = signal ?? new AbortController().signal
    const mark = await beginUpload('knowledge-import', readFileName())
    try {
      const upload = await uploadText(text, {
        signal: stopped,
        onProgress: (sent, parts) => setSending({ sent, parts }),
      })
      mark.uploaded()
      uploads.current.set(draft, upload)
      return { ...rest, upload }
    } catch (error) {
      mark.stopped()
      throw error
    }
  }
  const previewMutation = useMutation({
    mutationFn: async (draft: ImportDraft): Promise<PreviewedImport> => {
      const stopping = new AbortController()
      const { signal } = stopping
      stop.current = stopping
      try {
        const { postImportPreview } = await knowledgeCalls()
        const preview = await postImportPreview(await importInputOf(draft, signal), signal)
        signal.throwIfAborted()
        return { draft, preview, id: newUuid() }
      } finally {
        setSending(null)
      }
    },
    onSuccess: setPreviewed,
    onError: (error, draft) => {
      if (stop.current?.signal.aborted) return
      // The server may have deleted the uploaded parts, so the next attempt uploads them again.
      uploads.current.delete(draft)
      console.warn('an import could not be previewed', error)
      showToast({ tone: 'error', text: bannerText(error, 'ตรวจสอบข้อมูลไม่สำเร็จ') })
    },
  })
  const applying = useMutation({
    mutationKey: APPLYING,
    mutationFn: async ({ draft, preview, id }: PreviewedImport) => {
      const given = await importInputOf(draft)
      // Stores the id before the request, so that a reload during the request finds the import.
      setImportRun({ id, source: draft.source })
      return (await knowledgeCalls()).postImport({ ...given, digest: preview.digest, id })
    },
    onSuccess: (state, { id }) => client.setQueryData(importQuery(id).queryKey, state),
    onError: (error, { draft }) => {
      console.warn('an import could not be applied', error)
      // Without a response the import may have started.
      if (isApiError(error) && error.status === 0) return
      setImportRun(null)
      if (hasErrorCode(error, 'conflict')) {
        if (asRaw(error.body).import_running === true) {
          showToast({ tone: 'error', text: 'กำลังนำเข้าอีกชุดหนึ่งอยู่ ยังไม่ได้นำเข้าชุดนี้ กรุณารอให้เสร็จก่อน' })
          return
        }
        showToast({ tone: 'error', text: 'ฐานความรู้เปลี่ยนไปหลังตรวจสอบ ยังไม่ได้นำเข้า กรุณาดูตัวอย่างใหม่อีกครั้ง' })
        previewMutation.mutate(draft)
        return
      }
      if (hasErrorCode(error, 'not_found')) uploads.current.delete(draft)
      showToast({ tone: 'error', text: bannerText(error, 'นำเข้าไม่สำเร็จ') })
    },
  })
  return {
    previewed,
    preview: (draft: ImportDraft) => previewMutation.mutate(draft),
    previewAgain: (before: ImportDraft, draft: ImportDraft) => {
      const upload = uploads.current.get(before)
      if (upload !== undefined) uploads.current.set(draft, upload)
      previewMutation.mutate(draft)
    },
    isPreviewing: previewMutation.isPending,
    sending,
    stopSending: () => stop.current?.abort(),
    apply: (what: PreviewedImport) => {
      // Ignores the second of two quick clicks, which arrives before the first is rendered.
      if (client.isMutating({ mutationKey: APPLYING }) === 0) applying.mutate(what)
    },
    isApplying: applying.isPending,
    forget: () => setPreviewed(null),
  }
}
