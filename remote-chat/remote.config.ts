import { defineRemote } from 'shared/federation/define-remote.ts'
import { PATHS } from './src/address/chat-paths.ts'

// Route paths have no leading slash: they are relative to the host's root route.
const [queue, mine, ticket] = [PATHS.queue.slice(1), PATHS.mine.slice(1), PATHS.ticket.slice(1)]

export default defineRemote({
  id: 'chat',
  owner: 'chat team',
  requires: { shell: '^1.0.0' },
  routes: [
    {
      path: queue,
      title: 'คิวแชท',
      expose: './ChatQueuePage',
      firstCall: '/api/staff/tickets?page_size=20&order=waiting_since&page=1&status=OPEN',
    },
    { path: mine, title: 'เคสของฉัน', expose: './MyTicketsPage' },
    { path: `${ticket}/:id?`, title: 'เคสของฉัน', expose: './MyTicketsPage' },
  ],
  services: [
    { expose: './Mentions', roles: ['BUSINESS', 'ADMIN'] },
    { expose: './TicketSearch', roles: ['BUSINESS', 'ADMIN'] },
    { expose: './Alerts', roles: ['BUSINESS', 'ADMIN'] },
    { expose: './Outbox', roles: ['BUSINESS', 'ADMIN'] },
  ],
  slots: [
    { slot: 'top-bar', expose: './MentionBadge', roles: ['BUSINESS', 'ADMIN'], order: 5 },
    { slot: 'top-bar', expose: './AlertBell', roles: ['BUSINESS', 'ADMIN'], order: 10 },
    { slot: 'image-link', expose: './AddImageReply', roles: ['BUSINESS'], order: 10 },
  ],
  nav: [{ path: queue, label: 'คิวแชท', icon: 'queue', roles: ['BUSINESS', 'ADMIN'], order: 20 }],
})
