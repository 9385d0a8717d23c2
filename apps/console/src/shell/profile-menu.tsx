import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useUser } from '../api/session.ts'
import { ro } from '../text/ro.ts'
import { later } from '../ui/later.ts'

const OpenedMenu = later(() => import('./profile-menu-items.tsx').then((m) => m.ProfileMenuItems))

/** The user's menu; its content is loaded when it is first opened. */
export function ProfileMenu() {
  const user = useUser()
  const [wasOpened, setWasOpened] = useState(false)
  const name = user.name ?? user.email ?? ro.nav.profile
  const button = (
    <Button
      size="compact-sm"
      variant="default"
      aria-haspopup="menu"
      aria-expanded={false}
      rightSection={<IconChevronDown size={14} />}
      onClick={() => setWasOpened(true)}
    >
      {name}
    </Button>
  )
  if (!wasOpened) return button
  return (
    <Suspense fallback={button}>
      <OpenedMenu name={name} />
    </Suspense>
  )
}
