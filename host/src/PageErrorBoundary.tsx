import { Component, type ReactNode } from 'react'
import classes from './PageErrorBoundary.module.css'

/** The last line of defence: the desk itself could not be loaded or drawn. */
export class PageErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    console.error('the desk could not be drawn', error)
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <main className={classes.panel} role="alert">
        <h1 className={classes.title}>ระบบเกิดข้อผิดพลาด</h1>
        <p className={classes.text}>กรุณาตรวจสอบการเชื่อมต่อแล้วลองใหม่อีกครั้ง</p>
        <button type="button" className={classes.retry} onClick={() => window.location.reload()}>
          ลองใหม่
        </button>
      </main>
    )
  }
}
