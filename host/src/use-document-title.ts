import { useEffect } from 'react'

/** Sets the title of the browser tab: `คิวแชท · OA Desk`. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'OA Desk' : `${title} · OA Desk`
  }, [title])
}
