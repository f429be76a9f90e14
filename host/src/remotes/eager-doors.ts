/**
 * Which doors (`shared/federation/doors.ts`) are open at once: what the queue draws with, and what is in the shell's own code
 * and would only be cut into more pieces as a lazy door. Everything else comes when a page of a remote takes it. It is the
 * host's own choice, measured with `pnpm bench bytes`; remotes never see it.
 */
export const EAGER_DOORS = {
  '@tanstack/react-query': ['notifyManager', 'useIsFetching', 'useQuery', 'useQueryClient'],
  'shared/ui': [
    'Avatar',
    'Button',
    'Chip',
    'ConfirmDialog',
    'Dialog',
    'EmptyState',
    'ErrorState',
    'IconButton',
    'Menu',
    'PageHeaderSlot',
    'Pagination',
    'SearchField',
    'SegmentedTabs',
    'Select',
    'Skeleton',
    'Spinner',
    'TextArea',
    'UnreadCount',
    'VipBadge',
    'WaitBar',
    'WaitTime',
    'cutGraphemes',
    'dayKey',
    'deferred',
    'formatDuration',
    'formatThaiDateTime',
    'formatThaiDay',
    'formatThaiShort',
    'formatThaiTime',
    'showToast',
    'useDeferred',
    'useElementWidth',
    'useMediaQuery',
    'useNow',
    'waitLevel',
  ],
} as const satisfies {
  '@tanstack/react-query': readonly (keyof typeof import('@tanstack/react-query'))[]
  'shared/ui': readonly (keyof typeof import('shared/ui'))[]
}
