import IconBook from '@tabler/icons-react/dist/esm/icons/IconBook.mjs'
import IconDeviceTv from '@tabler/icons-react/dist/esm/icons/IconDeviceTv.mjs'
import IconLayoutDashboard from '@tabler/icons-react/dist/esm/icons/IconLayoutDashboard.mjs'
import IconMessages from '@tabler/icons-react/dist/esm/icons/IconMessages.mjs'
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs'
import type { NavIcon } from 'shared/federation/remote-manifest.ts'

const ICONS: Record<NavIcon, typeof IconBook> = {
  dashboard: IconLayoutDashboard,
  queue: IconMessages,
  knowledge: IconBook,
  upload: IconUpload,
  wallboard: IconDeviceTv,
}

/** Returns an icon by its name, or a book when this host does not have the icon that a release names. */
export const navIcon = (icon: NavIcon) => ICONS[icon] ?? IconBook
