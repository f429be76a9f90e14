/**
 * Which doors (`shared/federation/doors.ts`) are open at once: what the shell and the queue draw their first screen with.
 * Everything else comes when a page of a remote takes it. It is the host's own choice; remotes never see it.
 */
export const EAGER_DOORS = {
  '@tanstack/react-query': [
    'keepPreviousData',
    'mutationOptions',
    'notifyManager',
    'queryOptions',
    'skipToken',
    'useIsFetching',
    'useMutation',
    'useQuery',
    'useQueryClient',
  ],
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
    'PageHeaderOutlet',
    'PageHeaderSlot',
    'Pagination',
    'SearchField',
    'SegmentedTabs',
    'Select',
    'Skeleton',
    'Spinner',
    'Toaster',
    'UnreadCount',
    'VipBadge',
    'WaitBar',
    'WaitTime',
    'cutGraphemes',
    'dayKey',
    'formatBytes',
    'formatClock',
    'formatDuration',
    'formatThaiDateTime',
    'formatThaiDay',
    'formatThaiShort',
    'formatThaiTime',
    'showToast',
    'useColorScheme',
    'useElementWidth',
    'useMediaQuery',
    'useNow',
    'waitLevel',
  ],
} as const satisfies {
  '@tanstack/react-query': readonly (keyof typeof import('@tanstack/react-query'))[]
  'shared/ui': readonly (keyof typeof import('shared/ui'))[]
}
