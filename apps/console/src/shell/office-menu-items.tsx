import { Menu } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { MenuEntry } from './office-menus.ts'

interface Props {
  label: string
  entries: readonly MenuEntry[]
  isCurrent: boolean
}

/** Open from the first render: it is mounted by a press of the button. */
export function OfficeMenuItems({ label, entries, isCurrent }: Props) {
  const navigate = useNavigate()
  return (
    <Menu defaultOpened position="bottom-start" withInitialFocusPlaceholder={false} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <button type="button" className="main-nav-menu" aria-current={isCurrent ? 'page' : undefined}>
          {label} <span aria-hidden>▾</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>
        {entries.map((entry) => (
          <Menu.Item
            key={entry.to}
            component="a"
            href={entry.to}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return
              event.preventDefault()
              void navigate({ href: entry.to })
            }}
          >
            {entry.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
