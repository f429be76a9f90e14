import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { showToast } from 'shared/ui'
import { beginPromotion } from './add-drafts.store.ts'

/** By which an address begins a promotion of a picture (`?kind=promotion&image=…&name=…`): written into the form once, then taken out of the address. */
export const BEGUN = { image: 'image', name: 'name' } as const

export function useBegunPromotion(): void {
  const [params, setParams] = useSearchParams()
  const [image, name] = [params.get(BEGUN.image), params.get(BEGUN.name)]
  useEffect(() => {
    if (image === null) return
    if (beginPromotion({ image, name })) showToast({ text: 'ใส่รูปในโปรโมชั่นที่เขียนค้างไว้แล้ว กรุณาตรวจชื่อก่อนเพิ่ม' })
    setParams(
      (now) => {
        const rest = new URLSearchParams(now)
        for (const each of Object.values(BEGUN)) rest.delete(each)
        return rest
      },
      { replace: true },
    )
  }, [image, name, setParams])
}
