import { defineRemote } from 'shared/federation/define-remote.ts'

export default defineRemote({
  id: 'chat',
  owner: 'chat team',
  requires: { shell: '^1.0.0' },
  routes: [
    {
      path: 'chat-queue',
      title: 'คิวแชท',
      expose: './ChatQueuePage',
      firstCall: '/api/staff/tickets?page_size=20&order=waiting_since&page=1&status=OPEN',
    },
    { path: 'my-tickets', title: 'เคสของฉัน', expose: './MyTicketsPage' },
    { path: 'my-ticket/:id?', title: 'เคสของฉัน', expose: './MyTicketsPage' },
  ],
  nav: [{ path: 'chat-queue', label: 'คิวแชท', icon: 'queue', roles: ['BUSINESS', 'ADMIN'], order: 20 }],
})
