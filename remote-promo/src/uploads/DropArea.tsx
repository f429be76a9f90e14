import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import IconPhotoUp from '@tabler/icons-react/dist/esm/icons/IconPhotoUp.mjs'
import { useRef } from 'react'
import { UPLOAD_TYPES } from 'shared/contract/constants.ts'
import { Button } from 'shared/ui'
import classes from './DropArea.module.css'

export const CHOOSE_ID = 'promo-choose'

/** Area for files. Files of any type can be dropped anywhere on the page, and the queue reports invalid files. */
export function DropArea({ onFiles }: { onFiles: (files: File[]) => void }) {
  const open = useRef<() => void>(null)
  return (
    <>
      <Dropzone
        className={classes.area ?? ''}
        classNames={{ inner: classes.inner ?? '' }}
        openRef={open}
        activateOnKeyboard={false}
        inputProps={{ accept: UPLOAD_TYPES, 'aria-label': 'เลือกรูปภาพที่จะอัปโหลด' }}
        onDrop={onFiles}
      >
        <IconPhotoUp size={32} stroke={1.5} className={classes.icon} aria-hidden />
        <p className={classes.words}>
          <span className={classes.mouse}>ลากรูปมาวางที่นี่ วางจากคลิปบอร์ด หรือ</span>
          <Button
            id={CHOOSE_ID}
            variant="tint"
            onClick={(event) => {
              // Stops the event, because the surrounding area would open a second file dialog.
              event.stopPropagation()
              open.current?.()
            }}
          >
            เลือกไฟล์
          </Button>
        </p>
        <p className={classes.hint}>.jpg .png .webp ไม่เกิน 8 MB ต่อไฟล์ เลือกได้หลายไฟล์</p>
      </Dropzone>
      <Dropzone.FullScreen
        active
        aria-hidden
        activateOnKeyboard={false}
        className={classes.screen ?? ''}
        classNames={{ root: classes.fall ?? '', inner: classes.inner ?? '' }}
        onDrop={onFiles}
      >
        <IconPhotoUp size={48} stroke={1.5} className={classes.icon} aria-hidden />
        <p className={classes.say}>วางรูปที่นี่เพื่ออัปโหลด</p>
      </Dropzone.FullScreen>
    </>
  )
}
