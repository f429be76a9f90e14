/// <reference path="./css.d.ts" />

// All shared components. Small ones are in the page's own code; others load when the page is idle or on first use.

export { Avatar, type AvatarProps } from './Avatar/Avatar.tsx'
export { Button, type ButtonProps, IconButton, type IconButtonProps } from './Button/Button.tsx'
export { Chip, type ChipProps, type ChipTone, VipBadge } from './Chip/Chip.tsx'
export { ConfirmDialog, type ConfirmDialogProps } from './Dialog/ConfirmDialog.tsx'
export { Dialog, type DialogProps } from './Dialog/Dialog.tsx'
export { followDialogHistory, openDialogCount, useBackCloses } from './Dialog/dialog-history.ts'
export { type Deferred, deferred, useDeferred } from './deferred-import.ts'
export {
  EmptyState,
  type EmptyStateProps,
  ErrorState,
  type ErrorStateProps,
} from './EmptyAndErrorState/EmptyAndErrorState.tsx'
export { Popover, type PopoverProps } from './Floating/Floating.tsx'
export { Checkbox, type CheckboxProps } from './fields/Checkbox.tsx'
export { SearchField, type SearchFieldProps } from './fields/SearchField.tsx'
export { SearchSelect } from './fields/SearchSelect.tsx'
export { Select, type SelectOption, type SelectProps } from './fields/Select.tsx'
export { TextArea, type TextAreaProps, TextField, type TextFieldProps } from './fields/TextField.tsx'
export { Skeleton, type SkeletonProps, Spinner } from './Loading/Loading.tsx'
export { useLazyDialog } from './lazy-dialog.ts'
export { Menu, type MenuItem, type MenuProps, preloadMenus } from './Menu/Menu.tsx'
export {
  useLocalStorage,
  useMediaQuery,
} from './mantine-hooks.ts'
export { PageHeaderOutlet, PageHeaderSlot, type PageHeaderSlotProps } from './PageHeader/PageHeader.tsx'
export { Pagination, type PaginationProps } from './Pagination/Pagination.tsx'
export { preloadOverlays } from './preload-overlays.ts'
export { RetryNote, type RetryNoteProps } from './RetryNote/RetryNote.tsx'
export { type SegmentedTab, SegmentedTabs, type SegmentedTabsProps } from './SegmentedTabs/SegmentedTabs.tsx'
export { Toaster } from './Toaster/Toaster.tsx'
export { closeToasts, closeToastsAbout, showToast, type Toast } from './Toaster/toast.store.ts'
export { ClippedMarks } from './thai/ClippedMarks.tsx'
export { formatBytes } from './thai/file-size.ts'
export { cutGraphemes } from './thai/graphemes.ts'
export { formatThaiAgo } from './thai/thai-ago.ts'
export {
  dayKey,
  formatClock,
  formatDuration,
  formatThaiDateTime,
  formatThaiDay,
  formatThaiShort,
  formatThaiTime,
} from './thai/thai-time.ts'
export { type ColorScheme, ThemeProvider, useColorScheme } from './theme/ThemeProvider.tsx'
export { UnreadCount, type UnreadCountProps } from './UnreadCount/UnreadCount.tsx'
export { useElementWidth } from './use-element-width.ts'
export { useNow } from './use-now.ts'
export { type ChangeUrlParams, useUrlParams } from './use-url-params.ts'
export { VisuallyHidden } from './VisuallyHidden/VisuallyHidden.tsx'
export { WaitBar, type WaitLevel, WaitTime, type WaitTimeProps, waitLevel } from './WaitTime/WaitTime.tsx'
export { whenIdle } from './when-idle.ts'
