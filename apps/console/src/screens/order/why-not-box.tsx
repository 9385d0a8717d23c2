import type { Searches } from '@dispecerat/contract/search'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { showDriver } from '../../parts/driver-card-drawer.tsx'
import { driverCardWords } from '../../text/driver-card-words.ts'
import { whyNotWords } from '../../text/why-not-words.ts'
import { driverOfSign, whyNot } from './why-not.ts'

const words = whyNotWords

/** "De ce nu 112?": a call sign is typed, the rounds answer one by one. */
export function WhyNotBox({ rounds }: { rounds: Searches['searches'] }) {
  const [typed, setTyped] = useState('')
  const sign = typed.trim()
  const driverId = sign === '' ? null : driverOfSign(rounds, sign)
  return (
    <div className="why-not">
      <TextInput
        label={words.ask}
        placeholder={words.placeholder}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div role="status">
        {sign !== '' && driverId === null ? <p className="small dim">{words.unknown(sign)}</p> : null}
        {driverId === null ? null : (
          <>
            <ol aria-label={words.title(sign)}>
              {whyNot(rounds, driverId).map(({ id, sentence }) => (
                <li key={id} className="small">
                  {sentence}
                </li>
              ))}
            </ol>
            <Button size="compact-xs" variant="default" onClick={() => showDriver(driverId)}>
              {driverCardWords.open(sign)}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
