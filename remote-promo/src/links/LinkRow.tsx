import { ActionIcon } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs'
import IconMessagePlus from '@tabler/icons-react/dist/esm/icons/IconMessagePlus.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { memo, useEffect, useState } from 'react'
import { serverNow } from 'shared/session'
import {
  Button,
  dayKey,
  formatBytes,
  formatThaiDateTime,
  formatThaiTime,
  Menu,
  VisuallyHidden,
} from 'shared/ui'
import { LinkImage } from './LinkImage.tsx'
import classes from './LinkList.module.css'
import type { PromoLink } from './promo-link.ts'
import { isReachableByLine } from './reachable-by-line.ts'

const COPIED_MS = 2_000
const NOTES = new Map([
  ['animated_first_frame', 'เก็บภาพแรกของภาพเคลื่อนไหว'],
  ['made_smaller', 'ย่อขนาดให้ LINE รับได้'],
])

interface LinkRowProps {
  link: PromoLink
  marksUnreachable: boolean
  /** Copies a link. Resolves to false when copying failed. */
  onCopy: (link: PromoLink) => Promise<boolean>
  onUse: (link: PromoLink) => void
  onRemove: (link: PromoLink) => void
}

export const LinkRow = memo(function LinkRow({
  link,
  marksUnreachable,
  onCopy,
  onUse,
  onRemove,
}: LinkRowProps) {
  const { name, size, url, createdAt, notes = [] } = link
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const openLabel = `เปิดรูป ${name} ในแท็บใหม่`
  const kind = kindOf(url)
  const texts = [
    ...new Set(notes.flatMap((note) => NOTES.get(note) ?? [])),
    ...(marksUnreachable && !isReachableByLine(url) ? ['เปิดใน LINE ไม่ได้'] : []),
    ...(kind === null || [null, kind].includes(kindOf(name)) ? [] : [`เก็บเป็น .${kind}`]),
  ]
  return (
    <>
      <LinkImage className={classes.image ?? ''} link={link} />
      <div className={classes.what}>
        <span className={classes.name} title={name}>
          <bdi>{name}</bdi>
        </span>
        <span className={classes.details}>
          {formatBytes(size)} · <time dateTime={createdAt}>{uploadedAt(createdAt)}</time>
          {texts.map((words) => (
            <span key={words}> · {words}</span>
          ))}
        </span>
      </div>
      <span className={classes.link} title={url}>
        {url}
      </span>
      <div className={classes.actions}>
        <Button
          size="sm"
          variant={isCopied ? 'tint' : 'outline'}
          leftSection={isCopied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
          onClick={() => void onCopy(link).then(setCopied)}
        >
          {isCopied ? 'คัดลอกแล้ว' : 'คัดลอก'}
          <VisuallyHidden> ลิงก์ของ {name}</VisuallyHidden>
        </Button>
        <ActionIcon
          component="a"
          href={url}
          target="_blank"
          rel="noreferrer"
          variant="subtle"
          className={classes.icon ?? ''}
          aria-label={openLabel}
          title={openLabel}
        >
          <IconExternalLink size={20} aria-hidden />
        </ActionIcon>
        <Menu
          label={`ตัวเลือกของ ${name}`}
          className={classes.icon ?? ''}
          items={[
            {
              key: 'use',
              label: 'นำไปใช้...',
              icon: <IconMessagePlus size={20} aria-hidden />,
              onSelect: () => onUse(link),
            },
            {
              key: 'remove',
              label: 'เอาออกจากรายการ',
              icon: <IconTrash size={20} aria-hidden />,
              onSelect: () => onRemove(link),
              danger: true,
            },
          ]}
        >
          <IconDots size={20} aria-hidden />
        </Menu>
      </div>
    </>
  )
})

function kindOf(name: string): string | null {
  const [, kind] = /\.(\w{3,4})$/.exec(name.toLowerCase()) ?? []
  return kind === 'jpeg' ? 'jpg' : (kind ?? null)
}

function uploadedAt(moment: string): string {
  if (Date.parse(moment) === 0) return 'ไม่ทราบเวลา'
  return dayKey(moment) === dayKey(serverNow())
    ? `วันนี้ ${formatThaiTime(moment)} น.`
    : formatThaiDateTime(moment)
}
