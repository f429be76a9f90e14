import IconGift from '@tabler/icons-react/dist/esm/icons/IconGift.mjs'
import { useNavigate } from 'react-router-dom'
import type { SlotContexts } from 'shared/extensions'
import { Button } from 'shared/ui'
import { PROMOTION_PARAMS } from '../add/use-promotion-params.ts'
import classes from './AddPromotion.module.css'

export default function AddPromotion({ url, name }: SlotContexts['image-link']) {
  const navigate = useNavigate()
  const to = new URLSearchParams({
    kind: 'promotion',
    [PROMOTION_PARAMS.image]: url,
    [PROMOTION_PARAMS.name]: name.replace(/\.[^.]*$/, ''),
  })
  return (
    <section className={classes.section} aria-labelledby="image-promotion">
      <h3 id="image-promotion" className={classes.title}>
        ฐานความรู้
      </h3>
      <Button
        variant="tint"
        leftSection={<IconGift size={18} aria-hidden />}
        onClick={() => void navigate(`/knowledge-base?${to}`)}
      >
        ใช้เป็นโปรโมชั่นในฐานความรู้
      </Button>
    </section>
  )
}
