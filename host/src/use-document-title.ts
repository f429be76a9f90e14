import { useEffect } from 'react'

/** Names the browser's tab: `คิวแชท · OA Desk`. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'OA Desk' : `${title} · OA Desk`
  }, [title])
}
