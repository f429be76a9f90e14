import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs'
import { type RefObject, useCallback, useState } from 'react'
import { Button, ConfirmDialog, EmptyState, showToast } from 'shared/ui'
import { copyText } from './copy-text.ts'
import { LinkList } from './LinkList.tsx'
import { LinkNotices } from './LinkNotices.tsx'
import classes from './LinkSection.module.css'
import { LinksToCopy } from './LinksToCopy.tsx'
import type { PromoLink } from './promo-link.ts'
import { removeLinks, restoreLinks, usePromoLinks } from './promo-links.store.ts'
import { UseLink } from './UseLink.tsx'

/** The links that this browser keeps: to copy, open, use and take off. `view`: what scrolls. */
export function LinkSection({ view }: { view: RefObject<HTMLElement | null> }) {
  const { links, isKept } = usePromoLinks()
  const [isClearing, setClearing] = useState(false)
  const [used, setUsed] = useState<PromoLink | null>(null)
  const [toCopy, setToCopy] = useState<string | null>(null)

  const copy = useCallback(async (text: string): Promise<boolean> => {
    const isCopied = await copyText(text)
    if (!isCopied) setToCopy(text)
    return isCopied
  }, [])
  const copyOne = useCallback(({ url }: PromoLink) => copy(url), [copy])

  async function copyAll(): Promise<void> {
    if (await copy(links.map(({ url }) => url).join('\n')))
      showToast({ tone: 'success', text: `คัดลอก ${links.length} ลิงก์แล้ว` })
  }

  if (links.length === 0)
    return (
      <EmptyState title="ยังไม่มีรูปที่อัปโหลด" icon={<IconPhoto size={32} aria-hidden />}>
        ลิงก์ของรูปที่อัปโหลดจะอยู่ที่นี่ พร้อมส่งใน LINE
      </EmptyState>
    )
  return (
    <section className={classes.section} aria-labelledby="promo-links">
      <LinkNotices links={links} isKept={isKept} />
      <header className={classes.head}>
        <h2 id="promo-links" className={classes.title}>
          อัปโหลดแล้ว {links.length} รูป
        </h2>
        <Button
          variant="tint"
          leftSection={<IconCopy size={18} aria-hidden />}
          onClick={() => void copyAll()}
        >
          คัดลอกลิงก์ทั้งหมด
        </Button>
        <Button variant="outline" onClick={() => setClearing(true)}>
          ล้างรายการ
        </Button>
      </header>
      <LinkList links={links} view={view} onCopy={copyOne} onUse={setUsed} onRemove={takeOff} />
      <ConfirmDialog
        open={isClearing}
        title={`ล้างรายการ ${links.length} รูป?`}
        confirmLabel="ล้างรายการ"
        danger
        onCancel={() => setClearing(false)}
        onConfirm={() => {
          setClearing(false)
          removeLinks(new Set(links.map(({ id }) => id)))
        }}
      >
        ลิงก์ที่ส่งไปแล้วยังเปิดได้ แต่จะไม่อยู่ในรายการนี้อีก
      </ConfirmDialog>
      {used ? <UseLink link={used} onClose={() => setUsed(null)} /> : null}
      {toCopy === null ? null : <LinksToCopy text={toCopy} onClose={() => setToCopy(null)} />}
    </section>
  )
}

/** Takes one off, with a way back; the focus goes to the one that stands in its place, or to what is left of the page. */
function takeOff(link: PromoLink, place: number): void {
  removeLinks(new Set([link.id]))
  requestAnimationFrame(() => {
    const rows = document.querySelectorAll<HTMLElement>('li[data-index]')
    const next = [...rows].findLast(({ dataset }) => Number(dataset.index) <= place)
    const left = next ?? document.querySelector('main')
    left?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true })
  })
  showToast({
    text: `เอา ${link.name} ออกจากรายการแล้ว`,
    action: { label: 'เลิกทำ', onSelect: () => restoreLinks([link]) },
  })
}
