import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useAnonymousCars } from '../../map/cars/use-anonymous-cars.ts'
import { MapCanvas, type MapHandle } from '../../map/map-canvas.tsx'
import { useFlyTo } from '../../map/use-fly-to.ts'
import type { AnonymousCar } from './city-parts.ts'
import { liveMessages as messages } from './live-messages.ts'

interface Props {
  start: { lat: number; long: number; zoom: number }
  cars: readonly AnonymousCar[]
  isStale: boolean
  /** Large symbols for big screens. */
  isBig: boolean
  /** Incremented to bring all cars into view. */
  recentreCount: number
}

export function LiveMap({ start, ...props }: Props) {
  const scheme = useComputedColorScheme('light')
  return (
    <MapCanvas label={messages.map} scheme={scheme} start={start}>
      {(map) => <Cars map={map} {...props} />}
    </MapCanvas>
  )
}

function Cars({ map, cars, isStale, isBig, recentreCount }: Omit<Props, 'start'> & { map: MapHandle }) {
  useAnonymousCars(map, cars, { isStale, scale: isBig ? 1.4 : 1 })
  const isAway = useFirstCarsAreAway(map, cars)
  useFlyTo(map, recentreCount > 0 || isAway ? `cars ${recentreCount}` : null, cars)
  return null
}

/** When the first cars are outside the initial view they are brought into view, once. */
function useFirstCarsAreAway(map: MapHandle, cars: readonly AnonymousCar[]): boolean {
  const [isAway, setIsAway] = useState<boolean | null>(null)
  useEffect(() => {
    if (isAway !== null || cars.length === 0) return
    const view = map.getBounds()
    setIsAway(!cars.some(({ lat, long }) => view.contains([long, lat])))
  }, [map, cars, isAway])
  return isAway ?? false
}
