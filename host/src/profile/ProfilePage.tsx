import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import type { StaffProfile } from 'shared/contract/auth/staff-profile.ts'
import { signOut, useSession } from 'shared/session'
import { Avatar, Button, ErrorState, formatThaiDateTime, Skeleton } from 'shared/ui'
import { DASHBOARD_PATH } from '../guard/landing-page.ts'
import { requestSignOut } from '../sign-out/sign-out.store.ts'
import { OwnSessions } from './OwnSessions.tsx'
import classes from './ProfilePage.module.css'
import { profileQuery } from './profile.queries.ts'
import { profileErrorText } from './profile-error-text.ts'

export default function ProfilePage() {
  const { profile: known } = useSession()
  const { data: response, isFetching, refetch } = useQuery(profileQuery(known))
  const problem = response ? profileErrorText(response) : null
  return (
    <div className={classes.page}>
      <section className={classes.card} aria-busy={!response}>
        {problem ? (
          <ErrorState
            title={problem}
            onRetry={response?.kind === 'no-token' ? undefined : () => void refetch()}
            retrying={isFetching}
            action={
              <Button variant="outline" onClick={signOut}>
                เข้าสู่ระบบใหม่
              </Button>
            }
          />
        ) : (
          <>
            <ProfileDetails profile={response?.kind === 'profile' ? response.profile : null} />
            <OwnSessions />
          </>
        )}
      </section>
    </div>
  )
}

function ProfileDetails({ profile }: { profile: StaffProfile | null }) {
  const navigate = useNavigate()
  const details: [string, string | null | undefined][] = [
    ['ข้อความสถานะ', profile?.status_message],
    ['LINE User ID', profile?.line_user_id],
    ['เข้าสู่ระบบล่าสุด', profile?.last_login_at ? formatThaiDateTime(profile.last_login_at) : null],
  ]
  return (
    <>
      <div className={classes.user}>
        {profile ? (
          <Avatar name={profile.display_name} src={profile.picture_url} size={96} seed="staff" />
        ) : (
          <Skeleton circle width={96} height={96} />
        )}
        <h2 className={classes.name}>
          {profile ? profile.display_name : <Skeleton width={160} height={24} />}
        </h2>
      </div>
      <dl className={classes.details}>
        {details.map(([label, value]) => (
          <div key={label} className={classes.detail}>
            <dt>{label}</dt>
            <dd>{profile ? value || '–' : <Skeleton width={140} />}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.actions}>
        <Button size="lg" onClick={() => navigate(DASHBOARD_PATH)}>
          {profile?.role === 'ADMIN' ? 'กลับไปคิวแชท' : 'กลับไปแดชบอร์ด'}
        </Button>
        <Button variant="outline" size="lg" onClick={requestSignOut}>
          ออกจากระบบ
        </Button>
      </div>
    </>
  )
}
