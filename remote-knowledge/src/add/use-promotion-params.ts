import { useEffect } from 'react'
import { showToast, useUrlParams } from 'shared/ui'
import { beginPromotion } from './add-drafts.store.ts'

/** Parameters that are copied to the form once (`?kind=promotion&image=…&name=…`) and removed from the URL. */
export const PROMOTION_PARAMS = { image: 'image', name: 'name' } as const

export function usePromotionParams(): void {
  const [params, setParams] = useUrlParams()
  const [image, name] = [params.get(PROMOTION_PARAMS.image), params.get(PROMOTION_PARAMS.name)]
  useEffect(() => {
    if (image === null) return
    if (beginPromotion({ image, name })) showToast({ text: 'ใส่รูปในโปรโมชั่นที่เขียนค้างไว้แล้ว กรุณาตรวจชื่อก่อนเพิ่ม' })
    setParams(
      (now) => {
        const rest = new URLSearchParams(now)
        for (const each of Object.values(PROMOTION_PARAMS)) rest.delete(each)
        return rest
      },
      { replace: true },
    )
  }, [image, name, setParams])
}
