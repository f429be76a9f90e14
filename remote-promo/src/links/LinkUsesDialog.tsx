import { Slot } from 'shared/extensions'
import { Dialog } from 'shared/ui'
import { LinkImage } from './LinkImage.tsx'
import classes from './LinkUsesDialog.module.css'
import type { PromoLink } from './promo-link.ts'
import { isReachableByLine } from './reachable-by-line.ts'

export function LinkUsesDialog({ link, onClose }: { link: PromoLink; onClose: () => void }) {
  const { name, url } = link
  return (
    <Dialog open title="นำรูปไปใช้" placement="sheet" onClose={onClose}>
      <figure className={classes.what}>
        <LinkImage className={classes.image ?? ''} link={link} />
        <figcaption className={classes.words}>
          <span className={classes.name}>
            <bdi>{name}</bdi>
          </span>
          <a className={classes.link} href={url} target="_blank" rel="noreferrer">
            {url}
          </a>
          {isReachableByLine(url) ? null : (
            <span className={classes.unreachable}>ลูกค้าเปิดลิงก์นี้ใน LINE ไม่ได้</span>
          )}
        </figcaption>
      </figure>
      <div className={classes.uses}>
        <Slot name="image-link" context={{ url, name }} />
      </div>
    </Dialog>
  )
}
