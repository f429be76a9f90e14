import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import IconPhotoUp from '@tabler/icons-react/dist/esm/icons/IconPhotoUp.mjs'
import { useRef } from 'react'
import { UPLOAD_TYPES } from 'shared/contract/constants.ts'
import { Button } from 'shared/ui'
import classes from './DropArea.module.css'

/** Takes files that are dropped or chosen, of whatever kind: what is wrong with one is said where it stands. */
export function DropArea({ onFiles }: { onFiles: (files: File[]) => void }) {
  const open = useRef<() => void>(null)
  return (
    <Dropzone
      className={classes.area ?? ''}
      classNames={{ inner: classes.inner ?? '' }}
      openRef={open}
      useFsAccessApi={false}
      activateOnKeyboard={false}
      inputProps={{ accept: UPLOAD_TYPES, 'aria-label': 'เลือกรูปภาพที่จะอัปโหลด' }}
      onDropAny={(files, rejected) => onFiles([...files, ...rejected.map(({ file }) => file)])}
      onDrop={() => {}}
    >
      <IconPhotoUp size={32} stroke={1.5} className={classes.icon} aria-hidden />
      <p className={classes.words}>
        <span className={classes.mouse}>ลากรูปมาวางที่นี่ วางจากคลิปบอร์ด หรือ</span>
        <Button
          variant="tint"
          onClick={(event) => {
            // The area below would open a second window.
            event.stopPropagation()
            open.current?.()
          }}
        >
          เลือกไฟล์
        </Button>
      </p>
      <p className={classes.hint}>.jpg .png .webp ไม่เกิน 8 MB ต่อไฟล์ เลือกได้หลายไฟล์</p>
    </Dropzone>
  )
}
