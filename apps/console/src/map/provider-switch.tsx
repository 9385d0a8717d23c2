import './provider-switch.css'
import { useEffect, useId } from 'react'
import { mapProviderMessages as messages } from '../text/map-provider-messages.ts'
import { drawnOf, loadProviders, useMapProvider } from './map-provider.ts'

/** Choice of the base map; an unavailable provider gives the reason. */
export function ProviderSwitch() {
  const { providers, chosen, choose, silent } = useMapProvider()
  const name = useId()
  useEffect(loadProviders, [])
  if (!providers || providers.length < 2) return null
  const available = providers.filter(({ is_available }) => is_available)
  const current = available.find(({ id }) => id === chosen)?.id ?? drawnOf({ providers, chosen, silent })?.provider?.id
  return (
    <fieldset className="provider-switch" aria-label={messages.choose}>
      {providers.map(({ id, label, is_available, why_not }) => (
        <label key={id} title={why_not ?? label} className={is_available ? '' : 'provider-off'}>
          <input
            type="radio"
            name={name}
            value={id}
            checked={id === current}
            disabled={!is_available}
            aria-description={why_not ?? undefined}
            onChange={() => choose(id)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
