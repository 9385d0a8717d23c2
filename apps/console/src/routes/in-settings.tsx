import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router'
import { loadChunk } from '../ui/load-chunk.ts'

type Screen = AsyncRouteComponent<object>

const Frame = lazyRouteComponent(
  loadChunk(() => import('../shared/settings-page/settings-frame.tsx')),
  'SettingsFrame',
)

/** A screen of another area inside the settings: adds their menu. */
export function inSettings(path: string, Own: Screen): Screen {
  const Framed = () => (
    <Frame path={path}>
      <Own />
    </Frame>
  )
  return Object.assign(Framed, { preload: async () => void (await Promise.all([Frame.preload?.(), Own.preload?.()])) })
}
