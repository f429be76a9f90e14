import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { LOGIN_NOTICE_KEY, SESSION_EXPIRED_TEXT, SIGN_IN_FAILED_TEXT } from 'shared/contract/constants.ts'
import {
  beginLineLogin,
  prepareLineLogin,
  readStored,
  type SignOutReason,
  useSession,
  writeStored,
} from 'shared/session'
import { consumeArrivalPath } from '../guard/ticket-link.ts'
import { Logo } from '../Logo.tsx'
import { useDocumentTitle } from '../use-document-title.ts'
import classes from './LoginScreen.module.css'
import { SignInCard } from './SignInCard.tsx'

/** LINE's mark. On LINE's green the mark is a logo, which needs no minimum contrast, unlike text. */
function LineMark() {
  return (
    <svg
      width="34"
      height="12"
      viewBox="0 0 34 12"
      fill="none"
      stroke="#fff"
      strokeWidth="2.6"
      aria-hidden="true"
    >
      <path d="M1.6 0v10.6H7.5M11 0v12M15.4 12V0l6.6 11V0M32.6 1.4h-6.2v9.2h6.2M26.4 6h5.6" />
    </svg>
  )
}

const NOTICES: Partial<Record<SignOutReason, string>> = {
  expired: SESSION_EXPIRED_TEXT,
  failed: 'ตรวจสอบการเข้าสู่ระบบไม่สำเร็จ กรุณาเข้าสู่ระบบอีกครั้ง',
}

function RedirectSignedIn() {
  const navigate = useNavigate()
  useEffect(() => {
    navigate(consumeArrivalPath(), { replace: true })
  }, [navigate])
  return null
}

export default function LoginScreen() {
  useDocumentTitle('เข้าสู่ระบบ')
  const { status, reason } = useSession()
  const [problem, setProblem] = useState<string | null>(null)
  const [isLeaving, setIsLeaving] = useState(false)
  /** Notice from the page that was open when the session ended, about unsaved work that was lost with the session. */
  const [ended] = useState(() => readStored(LOGIN_NOTICE_KEY, 'sessionStorage'))
  useEffect(() => void writeStored(LOGIN_NOTICE_KEY, null, 'sessionStorage'), [])

  if (status === 'signed-in') return <RedirectSignedIn />

  async function signIn() {
    setIsLeaving(true)
    setProblem(null)
    try {
      await beginLineLogin()
    } catch (error) {
      console.error('the sign-in could not start', error)
      setProblem(SIGN_IN_FAILED_TEXT)
      setIsLeaving(false)
    }
  }

  const notice = problem ?? (reason === null ? null : (NOTICES[reason] ?? null))
  return (
    <SignInCard mark={<Logo size={64} />} title="ยินดีต้อนรับ" subtitle="กรุณาเข้าสู่ระบบเพื่อใช้งาน">
      {[notice, ended].map((text) =>
        text ? (
          <p key={text} className={classes.notice} role="alert">
            {text}
          </p>
        ) : null,
      )}
      <button
        type="button"
        className={classes.button}
        onPointerDown={() => void prepareLineLogin()}
        onClick={signIn}
        disabled={isLeaving}
      >
        <span className={classes.line}>
          <LineMark />
        </span>
        <span className={classes.label}>เข้าสู่ระบบด้วย LINE</span>
      </button>
      <p className={classes.note}>บัญชีใหม่ต้องได้รับการอนุมัติจากผู้ดูแลระบบก่อนใช้งาน</p>
    </SignInCard>
  )
}
