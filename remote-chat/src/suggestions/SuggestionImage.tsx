import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs'
import { apiBaseUrl } from 'shared/api'
import { publicImagePath } from 'shared/contract/media/public-image-path.ts'
import { parseUrl } from 'shared/contract/parse-url.ts'
import classes from './SuggestionImage.module.css'

interface SuggestionImageProps {
  link: string
  isSmall?: boolean
}

/** Image of a suggestion. An image on another host is shown as a link with the host's name, and is never loaded. */
export function SuggestionImage({ link, isSmall = false }: SuggestionImageProps) {
  const own = publicImagePath(link)
  if (own !== null) {
    const alt = isSmall ? '' : 'รูปภาพ'
    const className = isSmall ? classes.thumbnail : classes.image
    return <img className={className} src={`${apiBaseUrl}${own}`} alt={alt} decoding="async" />
  }
  if (isSmall) return <IconPhoto size={20} aria-hidden />
  return (
    <a className={classes.link} href={link} target="_blank" rel="noopener noreferrer nofollow">
      <IconPhoto size={20} aria-hidden /> เปิดรูปภาพ <span className={classes.host}>{hostOf(link)}</span>
    </a>
  )
}

function hostOf(link: string): string {
  return parseUrl(link)?.host ?? ''
}
