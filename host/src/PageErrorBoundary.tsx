import { Component, type ReactNode } from 'react'
import classes from './PageErrorBoundary.module.css'
import { isForeignMutation, TRANSLATION_TEXT } from './page-translation.ts'

/** If a foreign script has moved the page's nodes, the first retry renders the page again; any other reloads it. */
export class PageErrorBoundary extends Component<{ children: ReactNode }, { text: string | null }> {
  override state = { text: null }
  #canRemount = true
  #error: unknown

  static getDerivedStateFromError(error: unknown) {
    return { text: isForeignMutation(error) ? TRANSLATION_TEXT : 'กรุณาตรวจสอบการเชื่อมต่อแล้วลองใหม่อีกครั้ง' }
  }

  #retry = () => {
    if (!this.#canRemount || !(this.#error instanceof DOMException)) return window.location.reload()
    this.#canRemount = false
    this.setState({ text: null })
  }

  override componentDidCatch(error: unknown) {
    this.#error = error
    console.error('the desk could not be rendered', error)
  }

  override render() {
    if (this.state.text === null) return this.props.children
    return (
      <main className={classes.panel} role="alert">
        <h1 className={classes.title}>ระบบเกิดข้อผิดพลาด</h1>
        <p className={classes.text}>{this.state.text}</p>
        <button type="button" className={classes.retry} onClick={this.#retry}>
          ลองใหม่
        </button>
      </main>
    )
  }
}
