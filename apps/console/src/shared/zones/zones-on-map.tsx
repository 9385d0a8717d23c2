import type { Polygon } from '@dispecerat/contract/geography/zones'
import { Button, Popover } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useHiddenZones } from './hidden-zones.ts'
import { useZones } from './use-zones.ts'
import { useZonesOfCompanies } from './use-zones-of-companies.ts'
import { ZoneEye } from './zone-eye.tsx'
import { zoneEyeMessages as messages } from './zone-eye-messages.ts'
import './zones-on-map.css'

const NO_ZONES: Polygon[] = []

/** aria-disabled instead of disabled: a disabled button loses the focus, and Escape would not close the list. */
const pressedAlready = (is: boolean) => (is ? { 'data-disabled': true, 'aria-disabled': true } : {})

/** Shows or hides each zone on this user's maps. */
export function ZonesOnMap() {
  const zones = useZonesOfCompanies(useZones().data ?? NO_ZONES)
  const { hidden, hideOnly, toggle } = useHiddenZones()
  const off = zones.filter(({ id }) => hidden.has(id)).length
  if (zones.length === 0) return null
  return (
    <Popover position="bottom-start" withinPortal trapFocus transitionProps={{ duration: 0 }}>
      <Popover.Target>
        <Button
          size="compact-xs"
          variant="default"
          title={messages.choose}
          leftSection={<IconEye size={14} aria-hidden />}
          className="digits"
        >
          {off === 0 ? messages.every : messages.hidden(off)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className="zones-on-map" aria-label={messages.list}>
        <div className="zones-on-map-all">
          <Button
            size="compact-xs"
            variant="default"
            {...pressedAlready(off === 0)}
            onClick={() => hideOnly(new Set())}
          >
            {messages.all}
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            {...pressedAlready(off === zones.length)}
            onClick={() => hideOnly(new Set(zones.map(({ id }) => id)))}
          >
            {messages.none}
          </Button>
        </div>
        <ul aria-label={messages.list}>
          {zones
            .toSorted((a, b) => a.name.localeCompare(b.name, 'ro'))
            .map(({ id, name }) => (
              <li key={id}>
                <span className={hidden.has(id) ? 'zone-off' : undefined}>{name}</span>
                <ZoneEye name={name} isHidden={hidden.has(id)} onToggle={() => toggle(id)} />
              </li>
            ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}
