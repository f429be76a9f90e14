/// <reference path="./css.d.ts" />

// The door of the design system, one module on the page. Rooms take every shared component from here; each export costs bytes.

export { Avatar, type AvatarProps } from './Avatar/Avatar.tsx'
export { Button, type ButtonProps } from './Button/Button.tsx'
export { Chip, type ChipProps, type ChipTone, VipBadge } from './Chip/Chip.tsx'
export { ConfirmDialog, type ConfirmDialogProps } from './Dialog/ConfirmDialog.tsx'
export { Dialog, type DialogProps } from './Dialog/Dialog.tsx'
export { IconButton, type IconButtonProps } from './IconButton/IconButton.tsx'
export { Menu, type MenuItem, type MenuProps } from './Menu/Menu.tsx'
export { PageHeaderOutlet, PageHeaderSlot, type PageHeaderSlotProps } from './PageHeader/PageHeader.tsx'
export { Pagination, type PaginationProps } from './Pagination/Pagination.tsx'
export { SearchField, type SearchFieldProps } from './SearchField/SearchField.tsx'
export { type SegmentedTab, SegmentedTabs, type SegmentedTabsProps } from './SegmentedTabs/SegmentedTabs.tsx'
export { Select, type SelectOption, type SelectProps } from './Select/Select.tsx'
export { Skeleton, type SkeletonProps } from './Skeleton/Skeleton.tsx'
export { Spinner, type SpinnerProps } from './Spinner/Spinner.tsx'
export { EmptyState, type EmptyStateProps, ErrorState, type ErrorStateProps } from './States/States.tsx'
export { Toaster } from './Toaster/Toaster.tsx'
export { showToast, type Toast } from './Toaster/toast.store.ts'
export { cutGraphemes } from './thai/graphemes.ts'
export {
  dayKey,
  formatThaiDateTime,
  formatThaiDay,
  formatThaiShort,
  formatThaiTime,
} from './thai/thai-date.ts'
export { formatClock, formatDuration } from './thai/thai-duration.ts'
export { formatBytes } from './thai/thai-size.ts'
export { type ColorScheme, setColorScheme, useColorScheme } from './theme/color-scheme.store.ts'
export { ThemeProvider } from './theme/ThemeProvider.tsx'
export { UnreadCount, type UnreadCountProps } from './UnreadCount/UnreadCount.tsx'
export { useElementWidth } from './use-element-width.ts'
export { useMediaQuery } from './use-media-query.ts'
export { useNow } from './use-now.ts'
export { WaitBar, WaitTime, type WaitTimeProps } from './WaitTime/WaitTime.tsx'
export { type WaitLevel, waitLevel } from './WaitTime/wait-level.ts'
