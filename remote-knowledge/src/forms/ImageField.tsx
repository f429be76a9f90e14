import { Progress } from '@mantine/core'
import IconPhotoUp from '@tabler/icons-react/dist/esm/icons/IconPhotoUp.mjs'
import { useRef } from 'react'
import { UPLOAD_TYPES } from 'shared/contract/constants.ts'
import { Button, TextField } from 'shared/ui'
import { LazyUnfinishedUploads } from 'shared/ui/UnfinishedUploads/LazyUnfinishedUploads.tsx'
import content from '../content/content.module.css'
import { EntryImage } from '../content/EntryImage.tsx'
import { isImageLink } from '../content/image-link.ts'
import classes from './forms.module.css'
import { forgetUpload, uploadImage, useImageUpload } from './image-uploads.store.ts'

export interface ImageFieldProps {
  form: string
  link: string
  problem: string | undefined
  onChange: (link: string) => void
}

export function ImageField({ form, link, problem, onChange }: ImageFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const upload = useImageUpload(form)
  const percent = upload?.percent ?? null
  return (
    <div className={content.column}>
      <TextField
        type="url"
        inputMode="url"
        label="ลิงก์รูปภาพ"
        placeholder="https://"
        description="ลิงก์ต้องเปิดได้แบบสาธารณะ หรืออัปโหลดรูป .jpg .png .webp ไม่เกิน 8 MB จากเครื่อง"
        withAsterisk
        value={link}
        error={problem}
        onChange={(event) => {
          forgetUpload(form)
          onChange(event.currentTarget.value)
        }}
      />
      <LazyUnfinishedUploads screen="knowledge-image" />
      <div className={classes.upload}>
        {percent === null ? (
          <Button
            variant="outline"
            leftSection={<IconPhotoUp size={18} aria-hidden />}
            onClick={() => input.current?.click()}
          >
            อัปโหลดจากเครื่อง
          </Button>
        ) : (
          <>
            <span className={classes.name}>
              <bdi>{upload?.name}</bdi>
            </span>
            <Progress
              className={classes.progress ?? ''}
              value={percent}
              color="var(--desk-green)"
              aria-label={`อัปโหลดแล้ว ${percent}%`}
            />
            <span className={classes.percent}>{percent}%</span>
            <Button variant="subtle" size="sm" onClick={() => upload?.cancel()}>
              ยกเลิก
            </Button>
          </>
        )}
        <input
          ref={input}
          type="file"
          hidden
          accept={UPLOAD_TYPES}
          aria-label="เลือกรูปโปรโมชั่นจากเครื่อง"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? []
            if (file !== undefined) void uploadImage(form, file, onChange)
            // Allows the user to select the same file again.
            event.currentTarget.value = ''
          }}
        />
      </div>
      {upload?.problem ? (
        <p className={classes.problem} role="alert">
          {upload.problem}
        </p>
      ) : null}
      {isImageLink(link) ? <EntryImage url={link.trim()} /> : null}
    </div>
  )
}
