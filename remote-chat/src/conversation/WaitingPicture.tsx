import { useEffect, useState } from 'react'
import { readPicture } from '../outbox/outbox.store.ts'
import type { PictureToUpload } from '../outbox/outbox.ts'
import { useUploadShare } from '../outbox/upload-share.ts'
import { boxStyle, pictureBox } from './kinds/picture-box.ts'
import classes from './WaitingPicture.module.css'

/** Image that is stored only in this browser, with its upload progress. */
export function WaitingPicture({ id, picture }: { id: string; picture: PictureToUpload }) {
  const [address, setAddress] = useState<string | null>(null)
  const share = useUploadShare(id)
  useEffect(() => {
    let made: string | null = null
    let isLeft = false
    readPicture(id)
      .then((content) => {
        if (content === null || isLeft) return
        made = URL.createObjectURL(content)
        setAddress(made)
      })
      .catch((error: unknown) => console.warn('a picture that waits could not be read', error))
    return () => {
      isLeft = true
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [id])
  return (
    <div className={classes.picture} style={boxStyle(pictureBox(picture.width, picture.height))}>
      {address === null ? null : <img src={address} alt={`รูปภาพ ${picture.name}`} />}
      {share === null ? null : (
        <progress className={classes.progress} value={share} aria-label={`กำลังอัปโหลด ${picture.name}`} />
      )}
    </div>
  )
}
