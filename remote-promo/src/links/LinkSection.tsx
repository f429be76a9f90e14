import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs'
import { memo, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Button, deferred, EmptyState, showToast, useLazyDialog, whenIdle } from 'shared/ui'
import { PanelRow } from 'shared/ui/Panel/Panel.tsx'
import { copyToClipboard } from './copy-to-clipboard.ts'
import { focusRow } from './focus-row.ts'
import type { LinkDialogSubject } from './LinkDialog.tsx'
import { LinkList } from './LinkList.tsx'
import { LinkNotices } from './LinkNotices.tsx'
import classes from './LinkSection.module.css'
import { LIST_FULL, type PromoLink } from './promo-link.ts'
import {
  forgetDamaged,
  indexOfLink,
  type RemovedLink,
  removeLinks,
  restoreLinks,
  usePromoLinks,
} from './promo-links.store.ts'
import { isReachableByLine } from './reachable-by-line.ts'
import { useFrozenLinks } from './use-frozen-links.ts'

const linkDialog = deferred(() => import('./LinkDialog.tsx'))

interface LinkSectionProps {
  view: RefObject<HTMLElement | null>
  /** Returns the element that receives the focus when the list becomes empty. */
  otherwise: () => HTMLElement | null
  /** `isFrozen`: a mouse or the keyboard focus is in the list of links. */
  onFreeze: (isFrozen: boolean, by: 'mouse' | 'keyboard') => void
}

export const LinkSection = memo(function LinkSection({ view, otherwise, onFreeze }: LinkSectionProps) {
  const storedLinks = usePromoLinks()
  const { links } = storedLinks
  const unreachableCount = useMemo(() => links.filter(({ url }) => !isReachableByLine(url)).length, [links])
  const onMouse = useCallback((isFrozen: boolean) => onFreeze(isFrozen, 'mouse'), [onFreeze])
  const onKeys = useCallback((isFrozen: boolean) => onFreeze(isFrozen, 'keyboard'), [onFreeze])
  const { shown, waiting, hold } = useFrozenLinks(links, onMouse)
  const [about, setAbout] = useState<LinkDialogSubject | null>(null)
  const close = () => setAbout(null)
  const lazyDialog = useLazyDialog(linkDialog, about !== null, close)
  useEffect(() => whenIdle(linkDialog.preload), [])

  const copy = useCallback(async (text: string): Promise<boolean> => {
    const isCopied = await copyToClipboard(text)
    if (!isCopied) setAbout({ text })
    return isCopied
  }, [])
  const useOne = useCallback((link: PromoLink) => setAbout({ link }), [])
  const copyOne = useCallback(({ url }: PromoLink) => copy(url), [copy])

  async function copyAll(): Promise<void> {
    if (await copy(links.map(({ url }) => url).join('\n')))
      showToast({ tone: 'success', text: `คัดลอก ${links.length} ลิงก์แล้ว` })
  }

  const list = useRef<HTMLElement>(null)
  const restore = useCallback(
    async (removed: readonly RemovedLink[]) => {
      // Removes the focus from the undo button, which disappears with its notification shortly afterwards.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      const left = await restoreLinks(removed)
      focusRow(list, removed[0] ? indexOfLink(removed[0].link.id) : 0, otherwise)
      if (left.length > 0)
        showToast({
          tone: 'error',
          text: `${left.length} รูปกลับมาไม่ได้: ${LIST_FULL}`,
          timeoutMs: 0,
          action: { label: 'ลองใหม่', onSelect: () => void restore(left) },
        })
    },
    [otherwise],
  )
  const removeWithUndo = useCallback(
    async (those: readonly PromoLink[]) => {
      const removed = await removeLinks(new Set(those.map(({ id }) => id)))
      const [first, second] = removed
      if (first === undefined) return
      focusRow(list, first.position, otherwise)
      const { name } = first.link
      showToast({
        text: `เอา ${second ? `${removed.length} รูป` : `${name} `}ออกจากรายการแล้ว`,
        names: second ? [] : [name],
        // A unique key, so that two notifications with the same text are both shown.
        about: `removed-${first.link.id}`,
        action: { label: 'เลิกทำ', onSelect: () => void restore(removed) },
      })
    },
    [otherwise, restore],
  )
  const removeOne = useCallback((link: PromoLink) => void removeWithUndo([link]), [removeWithUndo])

  async function forget(): Promise<void> {
    close()
    await forgetDamaged()
    // Moves the focus, because the button that opened the dialog was removed together with its warning.
    focusRow(list, 0, otherwise)
  }

  // Closes the dialog when another tab has cleared the list.
  if (links.length === 0 && Object(about).clear) close()
  const dialogs = (
    <>
      <LinkNotices
        {...storedLinks}
        hasUnreachable={unreachableCount > 0}
        onShow={() => setAbout('damaged')}
      />
      {lazyDialog && about ? (
        <lazyDialog.LinkDialog
          about={about}
          onClose={close}
          onForget={() => void forget()}
          onClear={(those) => {
            close()
            void removeWithUndo(those)
          }}
        />
      ) : null}
    </>
  )
  if (links.length === 0)
    return (
      <section className={classes.section} aria-label="ลิงก์รูปที่อัปโหลดแล้ว">
        {dialogs}
        <EmptyState title="ยังไม่มีรูปที่อัปโหลด" icon={<IconPhoto size={32} aria-hidden />}>
          ลิงก์ของรูปที่อัปโหลดจะอยู่ที่นี่ พร้อมส่งใน LINE
        </EmptyState>
      </section>
    )
  return (
    <section ref={list} className={classes.section} aria-labelledby="promo-links">
      {dialogs}
      <PanelRow component="header" className={classes.head}>
        <h2 id="promo-links" className={classes.title}>
          อัปโหลดแล้ว {links.length} รูป
        </h2>
        {waiting > 0 ? <span className={classes.waiting}>รูปใหม่ {waiting}</span> : null}
        <Button
          variant="tint"
          leftSection={<IconCopy size={18} aria-hidden />}
          onClick={() => void copyAll()}
        >
          คัดลอกลิงก์ทั้งหมด
        </Button>
        <Button variant="outline" onClick={() => setAbout({ clear: links })}>
          ล้างรายการ
        </Button>
      </PanelRow>
      <LinkList
        links={shown}
        marksUnreachable={unreachableCount > 0 && unreachableCount < links.length}
        onFreeze={hold}
        onKeys={onKeys}
        view={view}
        onCopy={copyOne}
        onUse={useOne}
        onRemove={removeOne}
      />
    </section>
  )
})
