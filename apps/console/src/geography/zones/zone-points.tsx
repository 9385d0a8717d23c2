import type { Point } from '@dispecerat/domain/kernel/geo'
import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { readDegrees } from './stand-draft.ts'
import { withMiddle, withoutPoint, withPoint } from './zone-draft.ts'
import { zoneEditorMessages as messages } from './zone-editor-messages.ts'

const AT_ONCE = 40

interface Props {
  label: string
  points: readonly Point[]
  /** True for an outline, whose last point connects to the first. */
  closes: boolean
  /** Position of a point added to an empty list. */
  start: () => Point
  onChange: (points: Point[]) => void
}

/** Every point by its coordinates: everything the mouse does on the map can be typed here. */
export function ZonePoints({ label, points, closes, start, onChange }: Props) {
  const [shown, setShown] = useState(AT_ONCE)
  const more = points.length - shown
  return (
    <section className="zone-points" aria-label={label}>
      <h3 className="panel-title">
        {label} <span className="dim digits">({points.length})</span>
      </h3>
      <ol>
        {points.slice(0, shown).map((point, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place in the outline
          <li key={index}>
            <span className="digits dim">{index + 1}</span>
            <Degrees
              label={messages.latOf(index + 1)}
              value={point.lat}
              max={90}
              onCommit={(lat) => onChange(withPoint(points, index, { ...point, lat }))}
            />
            <Degrees
              label={messages.longOf(index + 1)}
              value={point.long}
              max={180}
              onCommit={(long) => onChange(withPoint(points, index, { ...point, long }))}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={messages.insertAfter(index + 1)}
              title={messages.insertAfter(index + 1)}
              onClick={() => onChange(withMiddle(points, index, closes))}
            >
              <IconPlus size={14} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={messages.removePoint(index + 1)}
              title={messages.removePoint(index + 1)}
              onClick={() => onChange(withoutPoint(points, index))}
            >
              <IconTrash size={14} />
            </ActionIcon>
          </li>
        ))}
      </ol>
      {more > 0 ? (
        <Button size="compact-sm" variant="default" onClick={() => setShown(shown + 5 * AT_ONCE)}>
          {messages.morePoints(more)}
        </Button>
      ) : null}
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconPlus size={14} />}
        onClick={() => onChange([...points, start()])}
      >
        {messages.addPoint}
      </Button>
    </section>
  )
}

interface DegreesProps {
  label: string
  value: number
  max: number
  onCommit: (degrees: number) => void
}

/** A valid typed value is applied when the field loses the focus or Enter is pressed. */
function Degrees({ label, value, max, onCommit }: DegreesProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const degrees = typed === null ? value : readDegrees(typed, max)
  const commit = () => {
    if (typed === null || degrees === null) return
    setTyped(null)
    if (degrees !== value) onCommit(degrees)
  }
  return (
    <TextInput
      size="xs"
      inputMode="decimal"
      aria-label={label}
      value={typed ?? String(value)}
      error={degrees === null ? messages.badCoordinate : undefined}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        commit()
      }}
    />
  )
}
