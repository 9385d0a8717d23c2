import { isDeliveryPackage } from '@dispecerat/domain/orders/goods'
import { Button, Menu } from '@mantine/core'
import {
  IconBook2,
  IconChevronDown,
  IconHeadset,
  IconLogout,
  IconPackage,
  IconPolygon,
  IconSettings,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useUser } from '../api/session.ts'
import { ownScreenMessages } from '../text/own-screen-messages.ts'
import { ro } from '../text/ro.ts'

/** Open from the first render: it is mounted by a press of the button. */
export function ProfileMenuItems({ name }: { name: string }) {
  const navigate = useNavigate()
  const { roles, permissions, companies } = useUser()
  const isDispatcher = permissions.includes('statistics.read')
  const delivers = companies.some(({ package_id }) => isDeliveryPackage(package_id)) || roles.includes('admin')
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
        {isDispatcher ? (
          <Menu.Item
            leftSection={<IconPolygon size={15} />}
            onClick={() => void navigate({ to: '/operator/v2/order/$id', params: { id: '0' } })}
          >
            {ownScreenMessages.workspaces.v2}
          </Menu.Item>
        ) : null}
        {isDispatcher && delivers ? (
          <Menu.Item
            leftSection={<IconPackage size={15} />}
            onClick={() => void navigate({ to: '/delivery/order/$id', params: { id: '0' } })}
          >
            {ownScreenMessages.workspaces.delivery}
          </Menu.Item>
        ) : null}
        <Menu.Item leftSection={<IconSettings size={15} />} onClick={() => void navigate({ to: '/settings/account' })}>
          {ro.nav.account}
        </Menu.Item>
        <Menu.Item component="a" href="/documentation" target="_blank" leftSection={<IconBook2 size={15} />}>
          {ro.titles.documentation}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={15} />} onClick={() => void navigate({ to: '/logout' })}>
          {ro.nav.logOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
