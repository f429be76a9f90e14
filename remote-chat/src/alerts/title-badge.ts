import type { UnreadTotal } from './unread-total.ts'

const BADGE = /^\(\d+\+?\) /

export function withBadge(title: string, { count, isMore }: UnreadTotal): string {
  const titleWithoutBadge = title.replace(BADGE, '')
  return count === 0 ? titleWithoutBadge : `(${count}${isMore ? '+' : ''}) ${titleWithoutBadge}`
}

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
