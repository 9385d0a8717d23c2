import type { Searches } from '@dispecerat/contract/dispatch/search'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { showDriver } from '../../../shared/drivers/driver-card-drawer.tsx'
import { driverCardMessages } from '../../../text/driver-card-messages.ts'
import { driverOfSign, whyNot } from './why-not.ts'
import { whyNotMessages } from './why-not-messages.ts'

const messages = whyNotMessages

/** "De ce nu 112?": a call sign is typed, and each round gives its reason. */
export function WhyNotBox({ rounds }: { rounds: Searches['searches'] }) {
  const [typed, setTyped] = useState('')
  const sign = typed.trim()
  const driverId = sign === '' ? null : driverOfSign(rounds, sign)
  return (
    <div className="why-not">
      <TextInput
        label={messages.ask}
        placeholder={messages.placeholder}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div role="status">
        {sign !== '' && driverId === null ? <p className="small dim">{messages.unknown(sign)}</p> : null}
        {driverId === null ? null : (
          <>
            <ol aria-label={messages.title(sign)}>
              {whyNot(rounds, driverId).map(({ id, sentence }) => (
                <li key={id} className="small">
                  {sentence}
                </li>
              ))}
            </ol>
            <Button size="compact-xs" variant="default" onClick={() => showDriver(driverId)}>
              {driverCardMessages.open(sign)}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
