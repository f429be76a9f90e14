import { Fragment } from 'react'
import { errorText } from 'shared/api'
import type { OpeningHours } from 'shared/contract/dashboard/opening-hours.call.ts'
import { Button, dayKey, useNow } from 'shared/ui'
import classes from './HoursDialog.module.css'
import { useRemoveVersion } from './hours.queries.ts'
import { sinceTexts, weekTexts } from './hours-draft.ts'

export function HoursVersions({ hours: { channel_key: key, versions } }: { hours: OpeningHours }) {
  const today = dayKey(useNow())
  const { mutate, isPending, error } = useRemoveVersion(key)
  if (versions.length === 0) return null
  const current = versions.findLast(({ valid_from }) => valid_from <= today)
  return (
    <section className={classes.form} aria-labelledby="hours-versions">
      <h3 id="hours-versions" className={classes.title}>
        ประวัติเวลาทำการ
      </h3>
      <ul className={classes.days}>
        {versions.toReversed().map((version) => (
          <li key={version.valid_from} className={classes.day}>
            <span className={classes.words}>
              <strong>{sinceTexts(version.valid_from)}</strong>
              {version === current ? ' (ใช้อยู่)' : version.valid_from > today ? ' (ยังไม่เริ่ม)' : ''}
              <br />
              {weekTexts(version.days).map((part, index) => (
                <Fragment key={part}>
                  {index > 0 ? ', ' : null}
                  <span className={classes.range}>{part}</span>
                </Fragment>
              ))}
            </span>
            {version.valid_from > today ? (
              <Button
                size="sm"
                variant="subtle"
                disabled={isPending}
                className={classes.remove}
                aria-label={`ยกเลิกเวลาทำการ${sinceTexts(version.valid_from)}`}
                onClick={() => mutate(version.valid_from)}
              >
                ยกเลิก
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {error === null ? null : (
        <p className={classes.failed} role="alert">
          {errorText(error)}
        </p>
      )}
    </section>
  )
}
