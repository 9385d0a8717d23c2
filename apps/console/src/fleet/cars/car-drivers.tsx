import { type Car, type CarDriver, linkDriver, listCars, readCar, unlinkDriver } from '@dispecerat/contract/fleet/cars'
import { listChanges } from '@dispecerat/contract/office/changes'
import { Button, CloseButton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { endpointKey, invalidate } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { carMessages as messages } from '../../shared/drivers/car-messages.ts'
import { EditSection } from '../../shared/edit-page/edit-page.tsx'
import { UserSelect } from '../../shared/filters/user-select.tsx'

/** The drivers of the car; every change is saved at once. */
export function CarDrivers({ car }: { car: Car }) {
  const { link, unlink } = useCarDrivers(car)
  const [chosen, setChosen] = useState<number | null>(null)
  const add = async () => {
    if (chosen !== null && (await link.run({ driver_id: chosen, is_default: false }))) setChosen(null)
  }
  return (
    <EditSection title={messages.sections.drivers}>
      <div className="wide">
        {car.drivers.length === 0 ? <p className="dim">{messages.noDrivers}</p> : null}
        <ul className="car-drivers">
          {car.drivers.map((driver) => (
            <DriverLine
              key={driver.id}
              driver={driver}
              busy={link.busy || unlink.busy}
              onDefault={() => void link.run({ driver_id: driver.id, is_default: true })}
              onUnlink={() => void unlink.run(driver.id)}
            />
          ))}
        </ul>
      </div>
      <div className="car-driver-add wide">
        <UserSelect label={messages.driver} roles={['driver']} nobody="" value={chosen} onChange={setChosen} />
        <Button size="sm" variant="default" disabled={chosen === null || link.busy} onClick={() => void add()}>
          {messages.addDriver}
        </Button>
      </div>
    </EditSection>
  )
}

interface LineProps {
  driver: CarDriver
  busy: boolean
  onDefault: () => void
  onUnlink: () => void
}

function DriverLine({ driver, busy, onDefault, onUnlink }: LineProps) {
  const name = driver.name ?? `#${driver.id}`
  return (
    <li>
      <strong>{[driver.identifier, name].filter(Boolean).join(' · ')}</strong>
      {driver.is_default ? (
        <span>{messages.isDefault}</span>
      ) : (
        <Button size="compact-xs" variant="default" disabled={busy} onClick={onDefault}>
          {messages.makeDefault}
        </Button>
      )}
      {driver.drives_now ? <span className="dim">{messages.drivesNow}</span> : null}
      <span className="table-tools-space" />
      <CloseButton
        size="sm"
        disabled={busy}
        aria-label={messages.unlink(name)}
        title={messages.unlink(name)}
        onClick={onUnlink}
      />
    </li>
  )
}

function useCarDrivers({ id }: Car) {
  const cache = useQueryClient()
  const done = (reply: { data: Car }) => {
    cache.setQueryData(endpointKey(readCar, { params: { id } }), reply)
    /* Replies may arrive out of order, so the cached one is refetched. */
    void invalidate(cache, [readCar, { params: { id } }], listCars, [
      listChanges,
      { query: { entity: 'car', entity_id: id } },
    ])
  }
  const link = useAction(
    (body: { driver_id: number; is_default: boolean }, key) => request(linkDriver, { params: { id }, body }, { key }),
    { done },
  )
  const unlink = useAction((driverId: number, key) => request(unlinkDriver, { params: { id, driverId } }, { key }), {
    done,
  })
  return { link, unlink }
}
