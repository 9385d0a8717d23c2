import { CloseButton } from '@mantine/core'
import { useRef, useState } from 'react'
import { KEYS } from '../../../keys/registry.ts'
import { useKey } from '../../../keys/use-key.ts'
import { PlaceInput } from '../../../shared/places/place-input.tsx'
import { fleetMapMessages as messages } from '../../../text/fleet-map-messages.ts'

export interface FoundAddress {
  name: string
  lat: number
  long: number
}

/** Finds an address in Romania and pins it on the map; it uses the older address endpoint. */
export function FindAddress({
  found,
  onFind,
}: {
  found: FoundAddress | null
  onFind: (address: FoundAddress | null) => void
}) {
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useKey('findAddress', () => field.current?.select())
  return (
    <div className="find-address">
      <PlaceInput
        label={`${messages.address} (${KEYS.findAddress.shown})`}
        hideLabel
        source="classic"
        placeholder={`${messages.address} (${KEYS.findAddress.shown})`}
        value={typed}
        isResolved={found?.name === typed}
        inputRef={field}
        onType={setTyped}
        onChoose={({ name, lat, long }) => {
          setTyped(name)
          onFind({ name, lat, long })
        }}
      />
      {found ? (
        <CloseButton
          size="sm"
          aria-label={messages.clearAddress}
          onClick={() => {
            setTyped('')
            onFind(null)
          }}
        />
      ) : null}
    </div>
  )
}
