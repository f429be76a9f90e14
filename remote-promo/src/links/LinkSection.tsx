import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs'
import { type RefObject, useCallback, useRef, useState } from 'react'
import { Button, ConfirmDialog, EmptyState, showToast } from 'shared/ui'
import { copyText } from './copy-text.ts'
import { LinkList } from './LinkList.tsx'
import { LinkNotices } from './LinkNotices.tsx'
import classes from './LinkSection.module.css'
import { LinksToCopy } from './LinksToCopy.tsx'
import { LIST_FULL, type PromoLink } from './promo-link.ts'
import { linkPlace, removeLinks, restoreLink, usePromoLinks } from './promo-links.store.ts'
import { UseLink } from './UseLink.tsx'
import { useHeldLinks } from './use-held-links.ts'
import { useKeptFocus } from './use-kept-focus.ts'

interface LinkSectionProps {
  /** What scrolls. */
  view: RefObject<HTMLElement | null>
  /** Takes the focus when the last link goes. */
  otherwise: () => HTMLElement | null
}

/** The links that this browser keeps: to copy, open, use and take off. */
export function LinkSection({ view, otherwise }: LinkSectionProps) {
  const kept = usePromoLinks()
  const { links } = kept
  const { shown, hold } = useHeldLinks(links)
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

  const list = useRef<HTMLElement>(null)
  const keepFocus = useKeptFocus(list, otherwise)
  const takeOff = useCallback(
    (link: PromoLink) => {
      const place = linkPlace(link.id)
      keepFocus(place)
      void removeLinks(new Set([link.id]))
      showToast({
        text: `เอา ${link.name} ออกจากรายการแล้ว`,
        action: {
          label: 'เลิกทำ',
          onSelect: () =>
            restoreLink(link, place).catch((error: unknown) => {
              console.warn('a link did not come back', error)
              showToast({ tone: 'error', text: LIST_FULL })
            }),
        },
      })
    },
    [keepFocus],
  )

  if (links.length === 0)
    return (
      <section className={classes.section} aria-label="ลิงก์รูปที่อัปโหลดแล้ว">
        <LinkNotices {...kept} />
        <EmptyState title="ยังไม่มีรูปที่อัปโหลด" icon={<IconPhoto size={32} aria-hidden />}>
          ลิงก์ของรูปที่อัปโหลดจะอยู่ที่นี่ พร้อมส่งใน LINE
        </EmptyState>
      </section>
    )
  return (
    <section ref={list} className={classes.section} aria-labelledby="promo-links">
      <LinkNotices {...kept} />
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
      <LinkList links={shown} onHold={hold} view={view} onCopy={copyOne} onUse={setUsed} onRemove={takeOff} />
      <ConfirmDialog
        open={isClearing}
        title={`ล้างรายการ ${links.length} รูป?`}
        confirmLabel="ล้างรายการ"
        danger
        onCancel={() => setClearing(false)}
        onConfirm={() => {
          setClearing(false)
          keepFocus(0)
          void removeLinks(new Set(links.map(({ id }) => id)))
        }}
      >
        ลิงก์ที่ส่งไปแล้วยังเปิดได้ แต่จะไม่อยู่ในรายการนี้อีก
      </ConfirmDialog>
      {used ? <UseLink link={used} onClose={() => setUsed(null)} /> : null}
      {toCopy === null ? null : <LinksToCopy text={toCopy} onClose={() => setToCopy(null)} />}
    </section>
  )
}
