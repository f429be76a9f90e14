import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { LOGIN_PATH } from 'shared/contract/constants.ts'
import { finishLineLogin, type SignInResult, waitForApproval } from 'shared/session'
import { consumeArrivalPath } from '../guard/ticket-link.ts'
import { useDocumentTitle } from '../use-document-title.ts'
import classes from './CallbackScreen.module.css'
import { SignInCard } from './SignInCard.tsx'

export default function CallbackScreen() {
  useDocumentTitle('เข้าสู่ระบบ')
  const { search } = useLocation()
  const navigate = useNavigate()
  const [result, setResult] = useState<SignInResult | null>(null)

  useEffect(() => {
    const left = new AbortController()
    const onResult = (found: SignInResult | undefined) => {
      if (left.signal.aborted || found === undefined) return
      if (found.kind === 'signed-in') return navigate(consumeArrivalPath(), { replace: true })
      setResult(found)
      if (found.kind === 'waiting' && found.token !== null)
        void waitForApproval(found.token, left.signal).then(onResult)
    }
    void finishLineLogin(search).then(onResult)
    return () => left.abort()
  }, [search, navigate])

  if (result?.kind === 'failed') {
    return (
      <SignInCard mark={<FailedMark />} title="เกิดข้อผิดพลาด">
        <p className={classes.message} role="alert">
          {result.message}
        </p>
        <button
          type="button"
          className={classes.back}
          onClick={() => navigate(LOGIN_PATH, { replace: true })}
        >
          กลับไปหน้าล็อกอิน
        </button>
      </SignInCard>
    )
  }
  const waiting = result?.kind === 'waiting'
  return (
    <SignInCard
      mark={<span className={classes.spinner} aria-hidden="true" />}
      title={waiting ? 'บัญชีอยู่ระหว่างรออนุมัติ' : 'กำลังตรวจสอบข้อมูล'}
    >
      <p className={classes.subtitle} role="status">
        {waiting ? 'กำลังรอการอนุมัติจากผู้ดูแลระบบ' : 'กรุณารอสักครู่...'}
      </p>
      {waiting ? (
        <Link className={classes.other} to={LOGIN_PATH} replace>
          เข้าสู่ระบบอีกครั้ง
        </Link>
      ) : null}
    </SignInCard>
  )
}

function FailedMark() {
  return (
    <svg className={classes.failed} width="64" height="64" viewBox="0 0 64 64" aria-hidden="true">
      <circle cx="32" cy="32" r="28" />
      <path d="M32 19v16M32 43.5v.5" />
    </svg>
  )
}
