import { ActionIcon, Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSearch, IconSun } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useUser } from '../api/session.ts'
import { KeyHint } from '../keys/key-hint.tsx'
import { ariaKeys } from '../keys/registry.ts'
import { isConnected, useNet } from '../realtime/net-state.ts'
import { findOrders } from '../shared/find/find-orders.tsx'
import { usePhone } from '../shared/telephone/phone-store.ts'
import { RingSettings } from '../telephony/calls/calls-bar.tsx'
import { hourToSecond } from '../text/format.ts'
import { ro } from '../text/ro.ts'
import { useAfterFirstScreen } from '../ui/after-first-screen.ts'
import { later } from '../ui/later.ts'
import { useNow } from '../ui/now.ts'
import './header.css'
import { OfficeMenus } from './office-menu.tsx'
import { ProfileMenu } from './profile-menu.tsx'

const ChatBadge = later(() => import('../office/messages/chat-badge.tsx').then((m) => m.ChatBadge))
const PhoneChip = later(() => import('./phone-chip.tsx').then((m) => m.PhoneChip))

export function Header() {
  const isOnOrder = useLocation({ select: ({ pathname }) => /^\/(operator(\/v2)?|delivery)\/order\//.test(pathname) })
  const isInLists = useLocation({ select: ({ pathname }) => pathname.startsWith('/orders/') })
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
        <Link
          to="/orders/$type"
          params={{ type: 'all' }}
          search={{}}
          activeOptions={{ includeSearch: false }}
          aria-current={isInLists ? 'page' : undefined}
        >
          {ro.nav.orders}
        </Link>
        <OfficeMenus />
      </nav>
      <span className="header-space" />
      <FindButton />
      <RingSettings />
      <ChatPlace />
      <PhonePlace />
      <LiveChip />
      <Clock />
      <ThemeToggle />
      <ProfileMenu />
    </header>
  )
}

/** Messages, for users who may read them; loaded after the first screen into reserved space. */
function ChatPlace() {
  const mayRead = useUser().permissions.includes('messages.read')
  const isLater = useAfterFirstScreen((s) => s.isOver)
  if (!mayRead) return null
  return (
    <span className="chat-place">
      {isLater ? (
        <Suspense fallback={null}>
          <ChatBadge />
        </Suspense>
      ) : null}
    </span>
  )
}

/** Appears once the telephone has loaded, after the first screen. */
function PhonePlace() {
  const isThere = usePhone(({ status }) => status !== 'off')
  return <Suspense fallback={null}>{isThere ? <PhoneChip /> : null}</Suspense>
}

/** Opens the order search from any page. */
function FindButton() {
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={<KeyHint of="findOrders" />}
      aria-keyshortcuts={ariaKeys('findOrders')}
      title={ro.keys.findOrders}
      onClick={findOrders}
    >
      <span className="header-word">{ro.keys.findOrders}</span>
    </Button>
  )
}

/** Keeps the shown list when moving between the form and the map. */
function keepTab(search: { tab?: string; q?: string }) {
  return { tab: search.tab, q: search.q } as { tab?: 'live'; q?: string }
}

const CHIP = {
  open: { sign: '●', text: ro.net.live },
  connecting: { sign: '◐', text: ro.net.connecting },
  off: { sign: '◐', text: ro.net.connecting },
  delayed: { sign: '◐', text: ro.net.late },
  lost: { sign: '✕', text: ro.net.down },
  dead: { sign: '✕', text: ro.net.down },
} as const

export function LiveChip() {
  const status = useNet((s) => s.status)
  const { sign, text } = CHIP[status]
  return (
    <span className={`live-chip live-${status}`} title={text}>
      <span aria-hidden>{sign}</span>{' '}
      <span className={isConnected({ status }) ? 'header-word' : undefined}>{text}</span>
    </span>
  )
}

export function Clock() {
  const now = useNow((s) => s.now)
  return <time className="clock">{hourToSecond(new Date(now))}</time>
}

export function ThemeToggle() {
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
