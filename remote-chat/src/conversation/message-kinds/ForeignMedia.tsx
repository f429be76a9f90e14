import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs'
import classes from './message.module.css'

const WORDS = { image: 'เปิดรูปภาพ', video: 'เปิดวิดีโอ', audio: 'เปิดเสียง', file: 'เปิดไฟล์' } as const

interface ForeignMediaProps {
  kind: keyof typeof WORDS
  href: string
}

/** Media on another host is never loaded; the content security policy forbids it too. */
export function ForeignMedia({ kind, href }: ForeignMediaProps) {
  return (
    <a className={classes.foreign} href={href} target="_blank" rel="noopener noreferrer nofollow">
      <IconExternalLink size={20} aria-hidden />
      <span>
        {WORDS[kind]} <span className={classes.host}>{new URL(href).host}</span>
      </span>
    </a>
  )
}
