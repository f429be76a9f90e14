import { useEffect, useState, useSyncExternalStore } from 'react'
import { Button } from 'shared/ui'
import type { UnfinishedUploads as UnfinishedFiles } from '../../session/unfinished-uploads.ts'
import { Note } from '../Note/Note.tsx'
import classes from './UnfinishedUploads.module.css'

export interface UnfinishedUploadsProps {
  open: () => Promise<UnfinishedFiles>
}

const NAMED = 10

export function UnfinishedUploads({ open }: UnfinishedUploadsProps) {
  const [files, setFiles] = useState<UnfinishedFiles | null>(null)
  useEffect(() => {
    let isRemoved = false
    open().then(
      (found) => isRemoved || setFiles(found),
      (error: unknown) => console.warn('unfinished uploads could not be read', error),
    )
    return () => {
      isRemoved = true
    }
  }, [open])
  return files === null ? null : <UnfinishedFileNames files={files} />
}

function UnfinishedFileNames({ files }: { files: UnfinishedFiles }) {
  const names = useSyncExternalStore(files.subscribe, files.names)
  if (names.length === 0) return null
  const more = names.length - NAMED
  return (
    <Note
      role="alert"
      aria-label="ไฟล์ที่อัปโหลดไม่เสร็จ"
      size="sm"
      className={classes.note}
      action={
        <Button size="sm" variant="subtle" onClick={files.dismiss}>
          ปิด
        </Button>
      }
    >
      หน้าก่อนปิดไประหว่างอัปโหลด ไฟล์เหล่านี้ยังไม่ได้อัปโหลด กรุณาเลือกไฟล์ใหม่
      <ul className={classes.names}>
        {names.slice(0, NAMED).map((name) => (
          <li key={name}>
            <bdi>{name}</bdi>
          </li>
        ))}
        {more > 0 ? <li>และอีก {more} ไฟล์</li> : null}
      </ul>
    </Note>
  )
}
