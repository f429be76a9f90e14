import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs'
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs'
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs'
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs'
import { useNavigate } from 'react-router-dom'
import { DOCK_BREAKPOINT_PX, type Role } from 'shared/contract/constants.ts'
import { Slot } from 'shared/extensions'
import { useSession } from 'shared/session'
import { Avatar, Menu, Skeleton, useColorScheme, useMediaQuery } from 'shared/ui'
import { openSheet } from '../palette/palette.store.ts'
import { remoteLinks } from '../remotes/registry.ts'
import { requestSignOut } from '../sign-out/sign-out.store.ts'
import { navIcon } from './nav-icons.ts'
import classes from './UserMenu.module.css'

const ROLE_NAMES: Record<Role, string> = { BUSINESS: 'ผู้จัดการ', ADMIN: 'แอดมิน' }

export function UserMenu() {
  const { profile } = useSession()
  const [scheme, setScheme] = useColorScheme()
  const navigate = useNavigate()
  const narrow = useMediaQuery(`(max-width: ${DOCK_BREAKPOINT_PX}px)`)

  if (!profile) return <Skeleton circle width={32} height={32} className={classes.skeleton} />

  const name = profile.display_name
  const role = profile.role ? ROLE_NAMES[profile.role] : ''
  const words = (
    <>
      <span className={classes.name}>{name}</span>
      <span className={classes.role}>{role}</span>
    </>
  )
  const dark = scheme === 'dark'
  return (
    <Menu
      label={narrow ? `เมนูผู้ใช้ ${name}` : 'เมนูผู้ใช้'}
      className={classes.trigger}
      footer={<Slot name="user-menu" />}
      header={narrow ? <span className={classes.words}>{words}</span> : undefined}
      items={[
        {
          key: 'profile',
          label: 'โปรไฟล์',
          icon: <IconUser size={20} aria-hidden />,
          href: '/profile',
          onSelect: () => navigate('/profile'),
        },
        ...remoteLinks('user-menu-link', profile.role).map(({ path, label, icon = 'dashboard' }) => {
          const Icon = navIcon(icon)
          return {
            key: path,
            label,
            icon: <Icon size={20} aria-hidden />,
            href: `/${path}`,
            onSelect: () => navigate(`/${path}`),
          }
        }),
        {
          key: 'theme',
          label: dark ? 'ใช้ธีมสว่าง' : 'ใช้ธีมมืด',
          icon: dark ? <IconSun size={20} aria-hidden /> : <IconMoon size={20} aria-hidden />,
          onSelect: () => setScheme(dark ? 'light' : 'dark'),
        },
        {
          key: 'shortcuts',
          label: 'คีย์ลัดทั้งหมด',
          icon: (
            <span className={classes.key} aria-hidden="true">
              ?
            </span>
          ),
          onSelect: openSheet,
        },
        {
          key: 'logout',
          label: 'ออกจากระบบ',
          icon: <IconLogout size={20} aria-hidden />,
          onSelect: requestSignOut,
          danger: true,
        },
      ]}
    >
      <Avatar name={name} src={profile.picture_url} size={32} seed="staff" />
      {narrow ? null : <span className={classes.words}>{words}</span>}
      <IconChevronDown size={18} className={classes.chevron} aria-hidden />
    </Menu>
  )
}
