import { Button } from '@mantine/core'
import { IconBan, IconMap2, IconSearch } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import { KeyHint } from '../../keys/key-hint.tsx'
import { ariaKeys, type KeyId } from '../../keys/registry.ts'
import { useKey } from '../../keys/use-key.ts'
import { findOrders } from '../../shared/find/find-orders.tsx'
import { ScheduledLink } from '../../shared/orders/scheduled-link.tsx'
import { useWorkspace } from '../../shared/workspace/workspace.ts'
import { ro } from '../../text/ro.ts'
import { later } from '../../ui/later.ts'
import { toggleZones, useZonesShown } from './map/zones-shown.ts'

const messages = ro.lists.tools
const BlockedPhones = later(() => import('../clients/blocked-phones.tsx').then((m) => m.BlockedPhones))

/** Panels that open beside the order: zones, blocked phones, the order search. */
export function WorkspaceTools() {
  const { hasBlockedPhones } = useWorkspace()
  const zonesShown = useZonesShown((s) => s.isShown)
  const [blockedShown, setBlockedShown] = useState(false)
  const showBlocked = () => setBlockedShown(true)
  useKey('zones', toggleZones)
  useKey('blocked', showBlocked, hasBlockedPhones)
  return (
    <>
      <Tool
        of="zones"
        icon={<IconMap2 size={15} />}
        text={messages.zones}
        hint={messages.zonesHint}
        act={toggleZones}
        pressed={zonesShown}
      />
      {hasBlockedPhones ? (
        <Tool
          of="blocked"
          icon={<IconBan size={15} />}
          text={messages.blocked}
          hint={messages.blockedHint}
          act={showBlocked}
        />
      ) : null}
      <ScheduledLink />
      <Tool
        of="findOrders"
        icon={<IconSearch size={15} />}
        text={messages.find}
        hint={messages.findHint}
        act={findOrders}
      />
      {blockedShown ? (
        <Suspense fallback={null}>
          <BlockedPhones onClose={() => setBlockedShown(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

interface ToolProps {
  of: KeyId
  icon: ReactNode
  text: string
  hint: string
  /** Set on toggle buttons. */
  pressed?: boolean
  act: () => void
}

function Tool({ of, icon, text, hint, pressed, act }: ToolProps) {
  return (
    <Button
      size="compact-sm"
      variant="default"
      className="desk-tool"
      leftSection={icon}
      rightSection={<KeyHint of={of} />}
      title={hint}
      aria-pressed={pressed}
      aria-keyshortcuts={ariaKeys(of)}
      onClick={act}
    >
      <span className="desk-tool-text">{text}</span>
    </Button>
  )
}
