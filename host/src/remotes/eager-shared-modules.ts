/**
 * Shared modules that the queue's first screen or the shell needs; all others are lazy chunks. Remotes depend on the
 * share keys, but not on this list. `pnpm bench bytes` measures the effect of a change.
 */
export const EAGER_SHARED_MODULES = {
  '@tanstack/react-query': [
    'notifyManager',
    'replaceEqualDeep',
    'useIsFetching',
    'useQuery',
    'useQueryClient',
  ],
  'shared/ui': [
    'Avatar',
    'Button',
    'Chip',
    'ClippedMarks',
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
    'openDialogCount',
    'showToast',
    'useDeferred',
    'useElementWidth',
    'useLazyDialog',
    'useMediaQuery',
    'useNow',
    'waitLevel',
    'whenIdle',
  ],
} as const satisfies {
  '@tanstack/react-query': readonly (keyof typeof import('@tanstack/react-query'))[]
  'shared/ui': readonly (keyof typeof import('shared/ui'))[]
}
