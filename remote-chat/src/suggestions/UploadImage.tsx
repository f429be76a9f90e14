import IconPhotoUp from '@tabler/icons-react/dist/esm/icons/IconPhotoUp.mjs'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorText, uploadCalls } from 'shared/api'
import { UPLOAD_TYPES } from 'shared/contract/constants.ts'
import { readSession, unfinishedUploadCalls } from 'shared/session'
import { Button, showToast } from 'shared/ui'
import { LazyUnfinishedUploads } from 'shared/ui/UnfinishedUploads/LazyUnfinishedUploads.tsx'
import { acceptableImages } from '../outbox/acceptable-images.ts'

export function UploadImage({ onUploaded }: { onUploaded: (link: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [percent, setPercent] = useState(0)
  const abort = useRef<AbortController>(null)
  useEffect(() => () => abort.current?.abort(), [])
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const controller = new AbortController()
      const { signal } = controller
      abort.current = controller
      setPercent(0)
      const mark = await (await unfinishedUploadCalls()).beginUpload('suggestion', file.name)
      try {
        const { postImage } = await uploadCalls()
        signal.throwIfAborted()
        const link = await postImage(file, file.name, {
          signal,
          onProgress: (share) => setPercent(Math.round(share * 100)),
        })
        mark.uploaded()
        return link
      } catch (error) {
        // When the session has expired, the dialog closes without asking for confirmation.
        if (readSession().status === 'signed-out') mark.abandoned()
        else mark.stopped()
        throw error
      }
    },
    onSuccess: onUploaded,
    onError: (error) => {
      if (abort.current?.signal.aborted === true) return
      console.warn('an image could not be uploaded', error)
      showToast({ tone: 'error', text: errorText(error) })
    },
  })
  const press = () => (upload.isPending ? abort.current?.abort() : input.current?.click())
  return (
    <>
      <LazyUnfinishedUploads screen="suggestion" />
      <Button variant="outline" leftSection={<IconPhotoUp size={18} aria-hidden />} onClick={press}>
        {upload.isPending ? `กำลังอัปโหลด ${percent}% · ยกเลิก` : 'อัปโหลดจากเครื่อง'}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={UPLOAD_TYPES}
        aria-label="เลือกรูปภาพสำหรับข้อความสำเร็จรูป"
        onChange={(event) => {
          const [file] = acceptableImages([...(event.currentTarget.files ?? [])])
          // Clears the input, so that the same file can be chosen again.
          event.currentTarget.value = ''
          if (file !== undefined) upload.mutate(file)
        }}
      />
    </>
  )
}
