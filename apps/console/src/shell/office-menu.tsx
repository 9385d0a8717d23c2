import { Link, useLocation } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useUser } from '../api/session.ts'
import { later } from '../ui/later.ts'
import { isGroup, type MenuEntry, menusOf } from './office-menus.ts'

const OpenedMenu = later(() => import('./office-menu-items.tsx').then((m) => m.OfficeMenuItems))

/** The groups and links of the header that the user may open. */
export function OfficeMenus() {
  const user = useUser()
  const pathname = useLocation({ select: (location) => location.pathname })
  return menusOf(user).map((item) =>
    isGroup(item) ? (
      <OfficeMenu key={item.label} {...item} isCurrent={item.entries.some(({ to }) => pathname === to)} />
    ) : (
      <Link key={item.label} to={item.to as '/reports'} search={{}} activeOptions={{ includeSearch: false }}>
        {item.label}
      </Link>
    ),
  )
}

interface Props {
  label: string
  entries: readonly MenuEntry[]
  isCurrent: boolean
}

/** One group of the header; the menu is loaded when it is first opened. */
function OfficeMenu({ label, entries, isCurrent }: Props) {
  const [wasOpened, setWasOpened] = useState(false)
  const button = (
    <button
      type="button"
      className="main-nav-menu"
      aria-haspopup="menu"
      aria-expanded={false}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={() => setWasOpened(true)}
    >
      {label} <span aria-hidden>▾</span>
    </button>
  )
  if (!wasOpened) return button
  return (
    <Suspense fallback={button}>
      <OpenedMenu label={label} entries={entries} isCurrent={isCurrent} />
    </Suspense>
  )
}
