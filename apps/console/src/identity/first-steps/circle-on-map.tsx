import { useComputedColorScheme } from '@mantine/core'
import { useMemo } from 'react'
import { usePreviewLayer } from '../../map/drawing/use-preview-layer.ts'
import { circleRing } from '../../map/layers/circle.ts'
import { MapCanvas, type MapHandle } from '../../map/map-canvas.tsx'
import { useFlyTo } from '../../map/use-fly-to.ts'
import type { MapPoint } from '../../shared/places/point-on-map.tsx'

interface Props {
  label: string
  centre: MapPoint
  metres: number
}

const ZOOM = 13

/** Preview of a circular zone. */
export function CircleOnMap({ label, centre, metres }: Props) {
  const scheme = useComputedColorScheme('light')
  return (
    <MapCanvas label={label} scheme={scheme} start={{ ...centre, zoom: ZOOM }}>
      {(map) => <Circle map={map} centre={centre} metres={metres} />}
    </MapCanvas>
  )
}

function Circle({ map, centre, metres }: Omit<Props, 'label'> & { map: MapHandle }) {
  const { lat, long } = centre
  const ring = useMemo(
    () => circleRing({ lat, long }, metres).map(([x, y]) => ({ lat: y, long: x })),
    [lat, long, metres],
  )
  const shapes = useMemo(() => [{ ring, isGood: true }], [ring])
  usePreviewLayer(map, shapes)
  useFlyTo(map, String(metres), ring)
  return null
}
