import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useNet } from '../../realtime/net-state.ts'
import { hourToSecond } from '../../text/format.ts'
import { ro } from '../../text/ro.ts'
import { useNow } from '../../ui/now.ts'
import { ProfileMenu } from './profile-menu.tsx'

export function Header() {
  const isOnOrder = useLocation({ select: ({ pathname }) => pathname.startsWith('/operator/order/') })
  return (
    <header className="header">
      <span className="brand">{ro.app}</span>
      <nav aria-label={ro.nav.main} className="main-nav">
        <Link to="/dashboard">{ro.nav.dashboard}</Link>
        <Link
          to="/operator/order/$id"
          params={{ id: '0' }}
          search={keepTab}
          activeOptions={{ includeSearch: false }}
          aria-current={isOnOrder ? 'page' : undefined}
        >
          {ro.nav.operator}
        </Link>
        <Link to="/operator/map" search={keepTab} activeOptions={{ includeSearch: false }}>
          {ro.nav.map}
        </Link>
      </nav>
      <span className="header-space" />
      <LiveChip />
      <Clock />
      <ThemeToggle />
      <ProfileMenu />
    </header>
  )
}

/** Moving between the form and the map keeps the list that was open. */
function keepTab(search: { tab?: string; q?: string }) {
  return { tab: search.tab, q: search.q } as { tab?: 'live'; q?: string }
}

const CHIP = {
  open: { sign: '●', text: ro.net.live },
  connecting: { sign: '◐', text: ro.net.connecting },
  off: { sign: '◐', text: ro.net.connecting },
  lost: { sign: '✕', text: ro.net.down },
  dead: { sign: '✕', text: ro.net.down },
} as const

function LiveChip() {
  const status = useNet((s) => s.status)
  const { sign, text } = CHIP[status]
  return (
    <span className={`live-chip live-${status}`}>
      <span aria-hidden>{sign}</span> {text}
    </span>
  )
}

function Clock() {
  const now = useNow((s) => s.now)
  return <time className="clock">{hourToSecond(new Date(now))}</time>
}

function ThemeToggle() {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  const next = scheme === 'dark' ? 'light' : 'dark'
  return (
    <ActionIcon
      variant="default"
      size={26}
      aria-label={next === 'dark' ? ro.theme.toDark : ro.theme.toLight}
      onClick={() => setColorScheme(next)}
    >
      {next === 'dark' ? <IconMoon size={15} /> : <IconSun size={15} />}
    </ActionIcon>
  )
}
