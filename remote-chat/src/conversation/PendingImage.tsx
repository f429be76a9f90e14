import { useEffect, useState } from 'react'
import { readImage } from '../outbox/outbox.store.ts'
import type { ImageToUpload } from '../outbox/outbox.ts'
import { useUploadProgress } from '../outbox/upload-progress.ts'
import { boxStyle, imageBox } from './message-kinds/image-dimensions.ts'
import classes from './PendingImage.module.css'

export function PendingImage({ id, image }: { id: string; image: ImageToUpload }) {
  const [address, setAddress] = useState<string | null>(null)
  const share = useUploadProgress(id)
  useEffect(() => {
    let made: string | null = null
    let isLeft = false
    readImage(id)
      .then((content) => {
        if (content === null || isLeft) return
        made = URL.createObjectURL(content)
        setAddress(made)
      })
      .catch((error: unknown) => console.warn('a pending image could not be read', error))
    return () => {
      isLeft = true
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [id])
  return (
    <div className={classes.image} style={boxStyle(imageBox(image.width, image.height))}>
      {address === null ? null : <img src={address} alt={`รูปภาพ ${image.name}`} />}
      {share === null ? null : (
        <progress className={classes.progress} value={share} aria-label={`กำลังอัปโหลด ${image.name}`} />
      )}
    </div>
  )
}
