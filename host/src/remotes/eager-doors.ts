/**
 * Which doors (`shared/federation/doors.ts`) are bundled into the shell: those that the queue's first screen imports, and
 * those whose module the shell contains anyway. Every other door is a lazy chunk, fetched when a remote's page imports it.
 * Only the host depends on this list (measured with `pnpm bench bytes`); share keys do not change with it.
 */
export const EAGER_DOORS = {
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
    'openWindowCount',
    'showToast',
    'useDeferred',
    'useElementWidth',
    'useLateWindow',
    'useMediaQuery',
    'useNow',
    'waitLevel',
    'whenIdle',
  ],
} as const satisfies {
  '@tanstack/react-query': readonly (keyof typeof import('@tanstack/react-query'))[]
  'shared/ui': readonly (keyof typeof import('shared/ui'))[]
}
