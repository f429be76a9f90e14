import { useState } from 'react'
import { Navigate } from 'react-router-dom'
import { beginLineLogin, loadLoginSettings, useSession } from 'shared/session'
import { Logo } from '../Logo.tsx'
import { useDocumentTitle } from '../use-document-title.ts'
import classes from './LoginScreen.module.css'
import { SignInCard } from './SignInCard.tsx'

/** LINE's word mark, drawn: on its own green it is a sign and not text to be read. */
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

/** `/login` */
export default function LoginScreen() {
  useDocumentTitle('เข้าสู่ระบบ')
  const { status, reason } = useSession()
  const [problem, setProblem] = useState<string | null>(null)
  const [leaving, setLeaving] = useState(false)

  if (status === 'signed-in') return <Navigate to="/dashboard" replace />

  async function signIn() {
    setLeaving(true)
    setProblem(null)
    try {
      beginLineLogin(await loadLoginSettings())
    } catch (error) {
      console.error('sign-in could not begin', error)
      setProblem('ไม่สามารถล็อกอินผ่านเซิร์ฟเวอร์ได้')
      setLeaving(false)
    }
  }

  const notice = problem ?? (reason === 'expired' ? 'เซสชันหมดอายุ กรุณาเข้าสู่ระบบใหม่' : null)
  return (
    <SignInCard mark={<Logo size={64} />} title="ยินดีต้อนรับ" subtitle="กรุณาเข้าสู่ระบบเพื่อใช้งาน">
      {notice ? (
        <p className={classes.notice} role="alert">
          {notice}
        </p>
      ) : null}
      <button type="button" className={classes.button} onClick={signIn} disabled={leaving}>
        <span className={classes.line}>
          <LineMark />
        </span>
        <span className={classes.label}>เข้าสู่ระบบด้วย LINE</span>
      </button>
      <p className={classes.note}>บัญชีใหม่ต้องได้รับการอนุมัติจากผู้ดูแลระบบก่อนใช้งาน</p>
    </SignInCard>
  )
}
