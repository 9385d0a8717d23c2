import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconHeadset, IconLogout, IconSettings } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { ro } from '../../text/ro.ts'

/** Opened from its first moment: it is there because somebody pressed the button. */
export function ProfileMenuItems({ name }: { name: string }) {
  const navigate = useNavigate()
  return (
    <Menu defaultOpened position="bottom-end" withInitialFocusPlaceholder={false} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <Button size="compact-sm" variant="default" rightSection={<IconChevronDown size={14} />}>
          {name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={ro.nav.profile}>
        <Menu.Item
          leftSection={<IconHeadset size={15} />}
          onClick={() => void navigate({ to: '/operator/order/$id', params: { id: '0' } })}
        >
          {ro.nav.dispatcherPanel}
        </Menu.Item>
        <Menu.Item leftSection={<IconSettings size={15} />} onClick={() => void navigate({ to: '/settings/account' })}>
          {ro.nav.account}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={15} />} onClick={() => void navigate({ to: '/logout' })}>
          {ro.nav.logOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
