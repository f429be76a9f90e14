import type { UnreadTotal } from './unread-total.ts'

const BADGE = /^\(\d+\+?\) /

/** Returns a title such as `(3) คิวแชท · OA Desk`; replaces an existing count. */
export function withBadge(title: string, { count, isMore }: UnreadTotal): string {
  const bare = title.replace(BADGE, '')
  return count === 0 ? bare : `(${count}${isMore ? '+' : ''}) ${bare}`
}

/** Keeps the unread total at the start of the tab's title when the page changes the title. */
export function startTitleBadge(): { show: (total: UnreadTotal) => void; end: () => void } {
  let total: UnreadTotal = { count: 0, isMore: false, tickets: 0 }
  const write = () => {
    const wanted = withBadge(document.title, total)
    if (wanted !== document.title) document.title = wanted
  }
  const titles = new MutationObserver(write)
  titles.observe(document.head, { childList: true, characterData: true, subtree: true })
  return {
    show: (next) => {
      total = next
      write()
    },
    end: () => {
      titles.disconnect()
      document.title = document.title.replace(BADGE, '')
    },
  }
}
