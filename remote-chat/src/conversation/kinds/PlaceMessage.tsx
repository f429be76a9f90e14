import IconMapPin from '@tabler/icons-react/dist/esm/icons/IconMapPin.mjs'
import { MESSAGE_PLACEHOLDERS } from 'shared/contract/constants.ts'
import classes from './rich-kinds.module.css'
import type { ContentOf } from './shown-message.ts'

/** A place that the customer is at or means, as a link to a map. No map is fetched before someone asks for it. */
export function PlaceMessage({ content }: { content: ContentOf<'location'> }) {
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
        <span className={classes.title}>{title ?? MESSAGE_PLACEHOLDERS.location}</span>
        <span className={classes.about} title={address ?? undefined}>
          {address ?? `${latitude}, ${longitude}`}
        </span>
        <span className={classes.action}>เปิดแผนที่</span>
      </span>
    </a>
  )
}
