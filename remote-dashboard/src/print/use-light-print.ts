import { useEffect } from 'react'

const ATTRIBUTE = 'data-mantine-color-scheme'

export function useLightPrint(): void {
  useEffect(() => {
    const page = document.documentElement
    let chosen: string | null = null
    const before = () => {
      chosen = page.getAttribute(ATTRIBUTE)
      page.setAttribute(ATTRIBUTE, 'light')
    }
    const after = () => {
      if (chosen !== null) page.setAttribute(ATTRIBUTE, chosen)
      chosen = null
    }
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    return () => {
      after()
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
    }
  }, [])
}
