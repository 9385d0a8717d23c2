import { VisuallyHidden } from '@mantine/core'
import { ZONE_COLOURS } from '../../map/layers/use-zones-layer.ts'
import { zoneEditorMessages as messages } from './zone-editor-messages.ts'

/** The map's default colour, one of the presets, or any other. */
export function ZoneColour({ value, onChange }: { value: string | null; onChange: (color: string | null) => void }) {
  const isOther = value !== null && !ZONE_COLOURS.includes(value)
  return (
    <fieldset className="zone-colours">
      <legend>{messages.colour}</legend>
      <label className="zone-colour zone-colour-none">
        <input type="radio" name="zone-colour" checked={value === null} onChange={() => onChange(null)} />
        <span>{messages.automatic}</span>
      </label>
      {ZONE_COLOURS.map((colour) => (
        <label key={colour} className="zone-colour">
          <input type="radio" name="zone-colour" checked={value === colour} onChange={() => onChange(colour)} />
          <span className="zone-swatch" style={{ background: colour }} />
          <VisuallyHidden>{messages.colourOf(colour)}</VisuallyHidden>
        </label>
      ))}
      <input
        type="color"
        className={isOther ? 'zone-colour-other zone-colour-chosen' : 'zone-colour-other'}
        aria-label={messages.otherColour}
        title={messages.otherColour}
        value={value ?? '#1c7ed6'}
        onChange={(event) => onChange(event.currentTarget.value.toLowerCase())}
      />
    </fieldset>
  )
}
