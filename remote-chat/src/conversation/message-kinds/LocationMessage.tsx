import IconMapPin from '@tabler/icons-react/dist/esm/icons/IconMapPin.mjs'
import kinds from './message.module.css'
import classes from './rich-messages.module.css'
import type { ContentOf } from './shown-message.ts'

/** Shows a location as a link; the map itself is not loaded. */
export function LocationMessage({ content }: { content: ContentOf<'location'> }) {
  const { title, address, latitude, longitude } = content
  return (
    <a
      className={classes.card}
      href={`https://www.google.com/maps?q=${latitude},${longitude}`}
      target="_blank"
      rel="noopener noreferrer"
    >
      <IconMapPin className={classes.icon} size={24} aria-hidden />
      <span className={classes.words}>
        <span className={classes.title}>{title ?? 'ตำแหน่ง'}</span>
        <span className={classes.about} title={address ?? undefined}>
          {address ?? `${latitude}, ${longitude}`}
        </span>
        <span className={kinds.action}>เปิดแผนที่</span>
      </span>
    </a>
  )
}
