import { useNavigate } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import { useUser } from '../../api/session.ts'
import { KEYS, type KeyId } from '../../keys/registry.ts'
import { callsReportMessages } from '../../text/calls-report-messages.ts'
import { findMessages } from '../../text/find-messages.ts'
import { ro } from '../../text/ro.ts'
import { holds, RULES } from '../user/screen-reach.ts'
import { useWorkspace } from '../workspace/workspace.ts'

interface Command {
  label: string
  key?: KeyId
  run: () => void
}

/** Folds case and diacritics, so that 'harta' finds 'Hartă'. */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** The screens of the console, found by a few letters; each with its key, if it has one. */
export function CommandList({ typed, onLeaveTop }: { typed: string; onLeaveTop: () => void }) {
  const commands = useCommands()
  const shown = commands.filter(({ label }) => folded(label).includes(folded(typed.trim())))
  if (shown.length === 0) return null
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-command]')]
    const at = buttons.indexOf(document.activeElement as HTMLElement)
    const isBack = event.key === 'ArrowUp' || event.key === 'ArrowLeft'
    if (at < 0 || !(isBack || event.key === 'ArrowDown' || event.key === 'ArrowRight')) return
    event.preventDefault()
    if (isBack && at === 0) onLeaveTop()
    else if (isBack) buttons[at - 1]?.focus()
    else (buttons[at + 1] ?? document.querySelector<HTMLElement>('a[data-row]'))?.focus()
  }
  return (
    <section className="command-list" aria-label={findMessages.commands} onKeyDown={walk}>
      {shown.map(({ label, key, run }) => (
        <button key={label} type="button" className="command" data-command onClick={run}>
          {label}
          {key ? (
            <kbd className="key-hint" aria-hidden>
              {KEYS[key].shown}
            </kbd>
          ) : null}
        </button>
      ))}
    </section>
  )
}

/** A navigation also closes the search: its URL parameter is not carried along. */
function useCommands(): Command[] {
  const navigate = useNavigate()
  const user = useUser()
  const { orderPath, mapPath } = useWorkspace()
  const may = (word: string) => user.permissions.includes(word)
  const commands: (Command | null)[] = [
    may('orders.place')
      ? {
          label: ro.keys.newOrder,
          key: 'newOrder',
          run: () => void navigate({ to: orderPath, params: { id: '0' }, search: {} }),
        }
      : null,
    mapPath !== null && may('drivers.positions')
      ? { label: ro.nav.map, key: 'map', run: () => void navigate({ to: mapPath, search: {} }) }
      : null,
    { label: ro.nav.dashboard, run: () => void navigate({ to: '/dashboard', search: {} }) },
    {
      label: findMessages.book.titles.all,
      run: () => void navigate({ to: '/orders/$type', params: { type: 'all' }, search: {} }),
    },
    may('statistics.read')
      ? { label: findMessages.report.title, run: () => void navigate({ to: '/reports/orders', search: {} }) }
      : null,
    may('calls.report')
      ? { label: callsReportMessages.title, run: () => void navigate({ to: '/reports/calls', search: {} }) }
      : null,
    holds(user, RULES) ? { label: ro.nav.builder, run: () => void navigate({ to: '/builder', search: {} }) } : null,
    may('zones.edit')
      ? { label: ro.nav.zones, run: () => void navigate({ to: '/settings/polygons', search: {} }) }
      : null,
    may('simulator.use')
      ? { label: ro.nav.simulator, run: () => void navigate({ to: '/simulator', search: {} }) }
      : null,
    { label: ro.nav.account, run: () => void navigate({ to: '/settings/account', search: {} }) },
  ]
  return commands.filter((command) => command !== null)
}
