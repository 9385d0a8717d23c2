import { Switch } from '@mantine/core'
import { Suspense } from 'react'
import { KEYS } from '../../../keys/registry.ts'
import type { Car } from '../../../map/cars/cars.ts'
import { ProviderSwitch } from '../../../map/provider-switch.tsx'
import { useWorkspace } from '../../../shared/workspace/workspace.ts'
import { fleetMapMessages as messages } from '../../../text/fleet-map-messages.ts'
import { ro } from '../../../text/ro.ts'
import { later } from '../../../ui/later.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { CarLegend } from './car-legend.tsx'
import { FindAddress, type FoundAddress } from './find-address.tsx'
import { FindCar } from './find-car.tsx'
import { changeFleet, useFleetSettings } from './fleet-settings.ts'

const ZonesOnMap = later(() => import('../../../shared/zones/zones-on-map.tsx').then((m) => m.ZonesOnMap))

interface Props {
  address: FoundAddress | null
  onAddress: (address: FoundAddress | null) => void
  onCar: (car: Car) => void
  orderId: number | null
}

/** The car and address search, the map's layers, and the number of cars in each state. */
export function FleetBar({ address, onAddress, onCar, orderId }: Props) {
  const { orderPath } = useWorkspace()
  const { zones, stands, waiting, asList, shown } = useFleetSettings()
  return (
    <div className="fleet-bar">
      <FindCar onFind={onCar} />
      <FindAddress found={address} onFind={onAddress} />
      <ProviderSwitch />
      <Layer label={ro.map.zones} isOn={zones} onChange={(is) => changeFleet({ zones: is })} />
      {zones ? (
        <Suspense fallback={null}>
          <ZonesOnMap />
        </Suspense>
      ) : null}
      <Layer label={ro.map.stands} isOn={stands} onChange={(is) => changeFleet({ stands: is })} />
      <Layer
        label={messages.waitingLayer}
        title={messages.waiting}
        isOn={waiting}
        onChange={(is) => changeFleet({ waiting: is })}
      />
      <Layer
        label={ro.map.asList}
        title={`${KEYS.carList.label} (${KEYS.carList.shown})`}
        isOn={asList}
        onChange={(is) => changeFleet({ asList: is })}
      />
      <CarLegend shown={shown} onChange={(states) => changeFleet({ shown: states })} />
      {orderId === null ? null : (
        <LinkButton
          to={orderPath}
          params={{ id: String(orderId) }}
          search={({ tab, q }) => ({ tab, q })}
          size="compact-sm"
          variant="default"
        >
          {ro.map.backToOrder}
        </LinkButton>
      )}
    </div>
  )
}

interface LayerProps {
  label: string
  title?: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

function Layer({ label, title, isOn, onChange }: LayerProps) {
  return (
    <Switch
      size="xs"
      label={label}
      title={title}
      checked={isOn}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
