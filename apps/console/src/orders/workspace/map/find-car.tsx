import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { KEYS } from '../../../keys/registry.ts'
import { useKey } from '../../../keys/use-key.ts'
import type { Car } from '../../../map/cars/cars.ts'
import { carsBySign } from '../../../map/cars/cars-by-sign.ts'
import { useCars } from '../../../map/cars/cars-store.ts'
import { fleetMapMessages as messages } from '../../../text/fleet-map-messages.ts'
import { ro } from '../../../text/ro.ts'
import { toast } from '../../../ui/dialogs/toast.ts'
import { CAR_SIGN } from './car-legend.tsx'

const MAX = 8

/** Finds a car by a part of its call sign; Enter takes the first match. */
export function FindCar({ onFind }: { onFind: (car: Car) => void }) {
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const combobox = useCombobox({ opened: isOpen, onOpenedChange: setOpen })
  const cars = useCars((s) => (isOpen ? s.cars : null))
  const found = cars === null ? [] : carsBySign(cars.values(), typed, MAX)
  const print = found.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first one is highlighted again whenever the list changes
  useEffect(() => {
    if (isOpen && print !== '') combobox.selectFirstOption()
  }, [print, isOpen])
  useKey('findCar', () => field.current?.select())

  const take = (car: Car | undefined) => {
    setOpen(false)
    if (car) onFind(car)
    else toast.bad(ro.map.notFound(typed.trim()), { ms: 3000 })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== '') take(carsBySign(useCars.getState().cars.values(), typed, 1)[0])
  }
  return (
    <form onSubmit={submit}>
      <Combobox
        store={combobox}
        onOptionSubmit={(id) => take(useCars.getState().cars.get(Number(id)))}
        transitionProps={{ duration: 0 }}
        width={190}
        position="bottom-start"
        withinPortal
      >
        <Combobox.Target withExpandedAttribute>
          <TextInput
            ref={field}
            w={110}
            role="combobox"
            aria-autocomplete="list"
            autoComplete="off"
            spellCheck={false}
            aria-label={ro.map.search}
            aria-keyshortcuts={KEYS.findCar.shown}
            placeholder={`${ro.map.search} (${KEYS.findCar.shown})`}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              setOpen(event.currentTarget.value.trim() !== '')
            }}
            onBlur={() => setOpen(false)}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={typed.trim() === ''}>
          <Combobox.Options aria-label={messages.signs}>
            {found.map((car) => (
              <Combobox.Option key={car.id} value={String(car.id)} className={`car-${car.state}`}>
                <b className="digits">{car.sign}</b> <span aria-hidden>{CAR_SIGN[car.state]}</span>{' '}
                {ro.map.state[car.state]}
              </Combobox.Option>
            ))}
            {found.length === 0 ? <Combobox.Empty>{messages.noSign}</Combobox.Empty> : null}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </form>
  )
}
